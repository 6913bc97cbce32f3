import * as z from 'zod';
import { AwsError, type Operation } from '../aws-json/front.ts';
import { idOf, type Person } from './people.ts';
import type { UserPools } from './user-pools.ts';

const attributesSchema = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);
const namedSchema = z.object({ UserPoolId: z.string(), Username: z.string() });
const createSchema = namedSchema.extend({ UserAttributes: attributesSchema });
const inGroupSchema = z.object({ UserPoolId: z.string(), GroupName: z.string() });
const groupSchema = namedSchema.extend({ GroupName: z.string() });

/** What `npx sluice people` asks a user pool, and what tests change: the actions of Cognito for those who run a pool. */
export function adminOperations({
  people,
  groups,
}: Pick<UserPools, 'people' | 'groups'>): Record<string, Operation> {
  function named(input: unknown): Person {
    const person = people.byEmail(namedSchema.parse(input).Username);
    if (person !== undefined) return person;
    throw new AwsError('UserNotFoundException', 'User does not exist.');
  }

  function inGroup(input: unknown, change: (person: Person, group: string) => string[]): object {
    const { GroupName } = groupSchema.parse(input);
    if (!groups().some(({ name }) => name === GroupName))
      throw new AwsError('ResourceNotFoundException', 'Group not found.');
    const person = named(input);
    people.save({ ...person, groups: change(person, GroupName) });
    return {};
  }

  return {
    AdminCreateUser: (input) => {
      const { Username: email, UserAttributes } = createSchema.parse(input);
      if (people.byEmail(email) !== undefined)
        throw new AwsError('UsernameExistsException', 'User account already exists');
      const name = UserAttributes.find(({ Name }) => Name === 'name')?.Value ?? email;
      people.save({ email, name, groups: [], enabled: true });
      return { User: userOf({ email, name, groups: [], enabled: true }) };
    },
    AdminGetUser: (input) => {
      const { Attributes, ...user } = userOf(named(input));
      return { ...user, UserAttributes: Attributes };
    },
    AdminListGroupsForUser: (input) => ({ Groups: named(input).groups.map((GroupName) => ({ GroupName })) }),
    AdminAddUserToGroup: (input) =>
      inGroup(input, (person, group) => [...new Set([...person.groups, group])]),
    AdminRemoveUserFromGroup: (input) =>
      inGroup(input, (person, group) => person.groups.filter((one) => one !== group)),
    AdminDisableUser: (input) => {
      people.save({ ...named(input), enabled: false });
      return {};
    },
    AdminEnableUser: (input) => {
      people.save({ ...named(input), enabled: true });
      return {};
    },
    ListGroups: () => ({
      Groups: groups().map(({ name, description }) => ({ GroupName: name, Description: description })),
    }),
    ListUsers: () => ({ Users: people.all().map(userOf) }),
    ListUsersInGroup: (input) => {
      const { GroupName } = inGroupSchema.parse(input);
      return {
        Users: people
          .all()
          .filter((person) => person.groups.includes(GroupName))
          .map(userOf),
      };
    },
  };
}

function userOf(person: Person) {
  const attributes = { sub: idOf(person), email: person.email, name: person.name };
  return {
    Username: idOf(person),
    Enabled: person.enabled,
    UserStatus: 'CONFIRMED',
    Attributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  };
}
