import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
  paginateAdminListGroupsForUser,
  paginateListGroups,
  paginateListUsers,
  paginateListUsersInGroup,
  UsernameExistsException,
  UserNotFoundException,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { roles, type Role } from '@sluice/console/api/routes';
import { isDescribed } from '@sluice/console/api/upload/folders';
import { printable } from '@sluice/contract/words';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { awsFault } from '../io/aws-faults.ts';
import { findSystem } from '../find/find-system.ts';
import { isRole } from './roles.ts';
import { unknownName } from '../io/unknown-name.ts';

export interface GivenPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Those that say where they may drop. */
  readonly groups: readonly string[];
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
  /** Roles and groups that they had not before. */
  readonly gained: readonly string[];
  /** All that they have now. */
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
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

/**
 * Creates a person, who gets an invitation by mail on AWS, or gives one who is there the roles and groups that they lack.
 * @throws CliError `usage` for a group that the stage does not have
 */
export async function addPerson(pool: Pool, given: GivenPerson): Promise<Added> {
  const { email } = given;
  const known = (await dropGroups(pool)).map(({ name }) => name);
  for (const name of given.groups) if (!known.includes(name)) throw unknownGroup(name, known);
  const isNew = await created(pool, given);
  const how = isNew ? 'new' : await letIn(pool, email);
  const before = isNew ? [] : await groupsOf(pool, email);
  const gained = [...given.roles, ...given.groups].filter((group) => !before.includes(group));
  for (const GroupName of gained)
    await pool.client.send(new AdminAddUserToGroupCommand({ ...named(pool, email), GroupName }));
  return { act: 'add', email, person: how, gained, ...sorted([...before, ...gained], known) };
}

const unknownGroup = (name: string, known: readonly string[]): CliError =>
  known.length > 0
    ? unknownName(`There is no group "${name}"`, { name, known })
    : new CliError(
        'usage',
        `There is no group "${printable(name)}". Expected one of the setting dropFolders, which is empty here.`,
      );

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
 * Disables a person, and takes their roles and groups. The user stays, so that nobody else becomes the person of earlier runs.
 * @throws CliError `usage` when there is none
 */
export async function removePerson(pool: Pool, email: string): Promise<Removed> {
  const user = await pool.client.send(new AdminGetUserCommand(named(pool, email))).catch((error: unknown) => {
    if (error instanceof UserNotFoundException) throw nobody(email, error);
    throw error;
  });
  // First: whoever has no roles may sign in still.
  await pool.client.send(new AdminDisableUserCommand(named(pool, email)));
  const known = (await dropGroups(pool)).map(({ name }) => name);
  const before = (await groupsOf(pool, email)).filter((group) => isRole(group) || known.includes(group));
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
  const known = (await dropGroups({ id: UserPoolId, client })).map(({ name }) => name);
  const groupsOfUser = new Map<string, string[]>();
  for (const GroupName of new Set([...roles, ...known]))
    for await (const { Users = [] } of paginateListUsersInGroup({ client }, { UserPoolId, GroupName }))
      for (const { Username = '' } of Users)
        groupsOfUser.set(Username, [...(groupsOfUser.get(Username) ?? []), GroupName]);
  const people: PersonJson[] = [];
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId }))
    for (const user of Users) {
      const { email = user.Username ?? '', name = email } = attributesOf(user);
      const groups = groupsOfUser.get(user.Username ?? '') ?? [];
      people.push({ email, name, ...sorted(groups, known), state: stateOf(user) });
    }
  return people.toSorted((a, b) => (a.email < b.email ? -1 : 1));
}

const named = ({ id: UserPoolId }: Pool, Username: string) => ({ UserPoolId, Username });

function stateOf({ Enabled, UserStatus }: Pick<UserType, 'Enabled' | 'UserStatus'>): PersonJson['state'] {
  if (Enabled === false) return 'removed';
  return UserStatus === 'FORCE_CHANGE_PASSWORD' ? 'invited' : 'active';
}

/** Also those of others. */
async function groupsOf({ id, client }: Pool, email: string): Promise<string[]> {
  const names: string[] = [];
  const of = { UserPoolId: id, Username: email };
  for await (const { Groups = [] } of paginateAdminListGroupsForUser({ client }, of))
    names.push(...Groups.map(({ GroupName = '' }) => GroupName));
  return names;
}

/** The groups of the stage that say where their people may drop, with its words for it. */
export async function dropGroups({ id, client }: Pool): Promise<DropGroup[]> {
  const found: DropGroup[] = [];
  for await (const { Groups = [] } of paginateListGroups({ client }, { UserPoolId: id }))
    for (const { GroupName: name = '', Description: folders = '' } of Groups)
      if (isDescribed(folders)) found.push({ name, folders });
  return found;
}

export interface DropGroup {
  readonly name: string;
  /** Such as `drops into members, client/email`. */
  readonly folders: string;
}

/** Roles in their order, and groups as the stage names them. */
const sorted = (given: readonly string[], known: readonly string[]) => ({
  roles: roles.filter((role) => given.includes(role)),
  groups: known.filter((group) => given.includes(group) && !isRole(group)),
});

function attributesOf({ Attributes = [] }: UserType): { email?: string; name?: string } {
  return Object.fromEntries(Attributes.map(({ Name = '', Value = '' }) => [Name, Value]));
}
