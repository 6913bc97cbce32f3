import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
  paginateListUsersInGroup,
  UsernameExistsException,
  UserNotFoundException,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { roles, type Role } from '@sluice/console-api/routes';
import { printable } from '@sluice/mail/words';
import { CliError } from '../cli-error.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { awsFault } from './aws/aws-faults.ts';
import { findSystem } from './find-system.ts';
import { isRole } from './roles.ts';

export interface GivenPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

export interface PersonJson extends GivenPerson {
  /** `invited`: they have not signed in yet. */
  readonly state: 'active' | 'invited' | 'removed';
}

export interface Added {
  readonly act: 'add';
  readonly email: string;
  /** `there`: they were there already; `invited`: and get another invitation; `back`: they had been removed. */
  readonly person: 'new' | 'there' | 'invited' | 'back';
  /** Those that they had not before. */
  readonly gained: readonly Role[];
  /** All that they have now. */
  readonly roles: readonly Role[];
}

export interface Removed {
  readonly act: 'remove';
  readonly email: string;
  readonly changed: boolean;
}

interface Pool {
  readonly id: string;
  readonly client: CognitoIdentityProviderClient;
}

/** Uses the user pool of the console. @throws CliError `nothingRuns` without a console, `refused`, `usage` */
export async function withUserPool<T>(services: Services, use: (pool: Pool) => Promise<T>): Promise<T> {
  const { id, client: settings } = (await findSystem(services)).userPool();
  const client = new CognitoIdentityProviderClient(settings);
  try {
    return await use({ id, client });
  } catch (error) {
    throw awsFault(error, { what: 'The people of the console', profile: services.env['AWS_PROFILE'] });
  } finally {
    client.destroy();
  }
}

/** Creates a person, who gets an invitation by mail on AWS, or gives one who is there the roles that they lack. */
export async function addPerson(pool: Pool, given: GivenPerson): Promise<Added> {
  const { email } = given;
  const isNew = await created(pool, given);
  const how = isNew ? 'new' : await letIn(pool, email);
  const before = isNew ? [] : await rolesOf(pool, email);
  const gained = given.roles.filter((role) => !before.includes(role));
  for (const GroupName of gained)
    await pool.client.send(new AdminAddUserToGroupCommand({ ...named(pool, email), GroupName }));
  return { act: 'add', email, person: how, gained, roles: inOrder([...before, ...gained]) };
}

async function created(pool: Pool, { email, name }: GivenPerson): Promise<boolean> {
  const attributes = { email, email_verified: 'true', name };
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  try {
    await pool.client.send(
      new AdminCreateUserCommand({
        ...named(pool, email),
        UserAttributes,
        DesiredDeliveryMediums: ['EMAIL'],
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof UsernameExistsException) return false;
    throw error;
  }
}

/** Somebody who is there may have been removed, or let their invitation expire. */
async function letIn(pool: Pool, email: string): Promise<Added['person']> {
  const user = await pool.client.send(new AdminGetUserCommand(named(pool, email)));
  const isInvited = stateOf(user) === 'invited';
  if (user.Enabled === false) await pool.client.send(new AdminEnableUserCommand(named(pool, email)));
  if (user.UserStatus === 'FORCE_CHANGE_PASSWORD')
    await pool.client.send(new AdminCreateUserCommand({ ...named(pool, email), MessageAction: 'RESEND' }));
  if (user.Enabled === false) return 'back';
  return isInvited ? 'invited' : 'there';
}

/**
 * Disables a person, and takes their roles. The user stays, so that nobody else becomes the person of earlier runs.
 * @throws CliError `usage` when there is none
 */
export async function removePerson(pool: Pool, email: string): Promise<Removed> {
  const user = await pool.client.send(new AdminGetUserCommand(named(pool, email))).catch((error: unknown) => {
    if (error instanceof UserNotFoundException) throw nobody(email, error);
    throw error;
  });
  // First: whoever has no roles may sign in still.
  await pool.client.send(new AdminDisableUserCommand(named(pool, email)));
  const before = await rolesOf(pool, email);
  for (const GroupName of before)
    await pool.client.send(new AdminRemoveUserFromGroupCommand({ ...named(pool, email), GroupName }));
  return { act: 'remove', email, changed: user.Enabled !== false || before.length > 0 };
}

function nobody(email: string, cause: Error): CliError {
  const list = commandLine('people');
  return new CliError(
    'usage',
    `There is nobody with the e-mail ${printable(email)}. Expected one that \`${list}\` lists.`,
    { cause },
  );
}

/** Everybody of the pool, by e-mail. */
export async function listPeople({ id: UserPoolId, client }: Pool): Promise<PersonJson[]> {
  const rolesOfUser = new Map<string, Role[]>();
  for (const role of roles)
    for await (const { Users = [] } of paginateListUsersInGroup({ client }, { UserPoolId, GroupName: role }))
      for (const { Username = '' } of Users)
        rolesOfUser.set(Username, [...(rolesOfUser.get(Username) ?? []), role]);
  const people: PersonJson[] = [];
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId }))
    for (const user of Users) {
      const { email = user.Username ?? '', name = email } = attributesOf(user);
      people.push({ email, name, roles: rolesOfUser.get(user.Username ?? '') ?? [], state: stateOf(user) });
    }
  return people.toSorted((a, b) => (a.email < b.email ? -1 : 1));
}

const named = ({ id: UserPoolId }: Pool, Username: string) => ({ UserPoolId, Username });

function stateOf({ Enabled, UserStatus }: Pick<UserType, 'Enabled' | 'UserStatus'>): PersonJson['state'] {
  if (Enabled === false) return 'removed';
  return UserStatus === 'FORCE_CHANGE_PASSWORD' ? 'invited' : 'active';
}

/** Six groups, and those of others, fit into a page. */
async function rolesOf(pool: Pool, email: string): Promise<Role[]> {
  const { Groups = [] } = await pool.client.send(
    new AdminListGroupsForUserCommand({ ...named(pool, email), Limit: 60 }),
  );
  return inOrder(Groups.map(({ GroupName = '' }) => GroupName).filter(isRole));
}

const inOrder = (given: readonly Role[]): Role[] => roles.filter((role) => given.includes(role));

function attributesOf({ Attributes = [] }: UserType): { email?: string; name?: string } {
  return Object.fromEntries(Attributes.map(({ Name = '', Value = '' }) => [Name, Value]));
}
