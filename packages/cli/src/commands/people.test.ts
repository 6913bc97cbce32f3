import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fakeSystem, json, type Answering, type FakeAnswer } from '../testing/fake-system.ts';
import { goldenOf } from '../testing/golden.ts';

const system = fakeSystem();
const holds = goldenOf(system);

interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly enabled?: boolean;
  readonly status?: string;
}

const askedSchema = z.object({
  Username: z.string().default(''),
  GroupName: z.string().default(''),
  MessageAction: z.string().optional(),
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
});

const refused = (code: string): FakeAnswer => ({ ...json({ __type: code, message: 'No.' }, 400) });

/** Answers as a user pool does whose people are `users`, by e-mail. */
function pool(users: Map<string, User>, sent: string[] = []): Answering {
  const shown = ([email, { name, enabled = true, status = 'CONFIRMED' }]: [string, User]) => ({
    Username: `id of ${email}`,
    Enabled: enabled,
    UserStatus: status,
    Attributes: Object.entries({ email, name }).map(([Name, Value]) => ({ Name, Value })),
  });
  const all = () => [...users];
  return ({ headers, body }) => {
    const operation = String(headers['x-amz-target']).replace(/^.*\./u, '');
    const { Username: email, GroupName, MessageAction, UserAttributes } = askedSchema.parse(JSON.parse(body));
    const user = users.get(email);
    sent.push(operation);
    if (operation === 'ListUsers') return json({ Users: all().map(shown) });
    if (operation === 'ListGroups')
      return json({
        Groups: [{ GroupName: 'hr', Description: 'drops into members' }, { GroupName: 'of others' }],
      });
    if (operation === 'ListUsersInGroup')
      return json({
        Users: all()
          .filter(([, { groups }]) => groups.includes(GroupName))
          .map(shown),
      });
    if (operation === 'AdminCreateUser') {
      if (user !== undefined)
        return MessageAction === 'RESEND' ? json({}) : refused('UsernameExistsException');
      const name = UserAttributes.find(({ Name }) => Name === 'name')?.Value ?? '';
      users.set(email, { name, groups: [] });
      return json({});
    }
    if (user === undefined) return refused('UserNotFoundException');
    const { groups } = user;
    if (operation === 'AdminGetUser') return json(shown([email, user]));
    if (operation === 'AdminListGroupsForUser')
      return json({ Groups: groups.map((name) => ({ GroupName: name })) });
    if (operation === 'AdminAddUserToGroup') users.set(email, { ...user, groups: [...groups, GroupName] });
    if (operation === 'AdminRemoveUserFromGroup')
      users.set(email, { ...user, groups: groups.filter((one) => one !== GroupName) });
    if (operation === 'AdminDisableUser') users.set(email, { ...user, enabled: false });
    if (operation === 'AdminEnableUser') users.set(email, { ...user, enabled: true });
    return json({});
  };
}

const ada: [string, User] = ['ada@example.com', { name: 'Ada Admin', groups: ['admin', 'of others'] }];

describe('sluice people', () => {
  it('adds the first admin, and lists them', async () => {
    const users = new Map<string, User>();
    await holds('people-none', 'people', { answer: pool(users) });
    await holds('people-add', 'people add ana@example.com --role admin');
    expect(users.get('ana@example.com')).toEqual({ name: 'ana@example.com', groups: ['admin'] });
    users.set('bo@example.com', { name: 'Bo', groups: [], enabled: false });
    users.set('cy@example.com', {
      name: 'Cy',
      groups: ['dropper', 'approver'],
      status: 'FORCE_CHANGE_PASSWORD',
    });
    await holds('people', 'people list');
  });

  it('gives roles to somebody who is there, and says so', async () => {
    const sent: string[] = [];
    const users = new Map([ada]);
    await holds('people-add-there', 'people add ada@example.com --role admin', { answer: pool(users, sent) });
    expect(sent).not.toContain('AdminAddUserToGroup');
    await holds('people-add-role', 'people add ada@example.com --role auditor,admin');
    expect(users.get('ada@example.com')?.groups).toEqual(['admin', 'of others', 'auditor']);
  });

  it('invites again whoever has not signed in yet', async () => {
    const sent: string[] = [];
    const invited = { name: 'Cy', groups: ['viewer'], status: 'FORCE_CHANGE_PASSWORD' };
    system.answer = pool(new Map([['cy@example.com', invited]]), sent);
    await system.ends('people add cy@example.com --role viewer', { stdout: 'gets another invitation' });
    expect(sent.filter((operation) => operation === 'AdminCreateUser')).toHaveLength(2);
  });

  it('removes somebody with all roles, who can be added again', async () => {
    const users = new Map([ada]);
    await holds('people-remove', 'people remove ada@example.com', { answer: pool(users) });
    expect(users.get('ada@example.com')).toMatchObject({ enabled: false, groups: ['of others'] });
    await system.ends('people remove ada@example.com', { stdout: 'was removed already' });
    await system.ends('people add ada@example.com --role viewer', {
      stdout: 'may sign in again. Roles: viewer.',
    });
    expect(users.get('ada@example.com')).toMatchObject({ enabled: true });
  });

  it.each([
    ['bad-role', 'people add ana@example.com --role viewer,admn'],
    ['bad-role-far', 'people add ana@example.com --role boss'],
    ['bad-person', 'people add ana --role admin'],
    ['bad-person-unknown', 'people remove nobody@example.com'],
  ])('refuses what it does not know: %s', (name, line) =>
    holds(name, line, { status: 2, answer: pool(new Map()) }),
  );

  it('gives and takes the groups that say where somebody may drop, and no others', async () => {
    const users = new Map<string, User>();
    const answer = pool(users);
    await holds('people-add-group', 'people add dana@example.com --role dropper --group hr', { answer });
    expect(users.get('dana@example.com')?.groups).toEqual(['dropper', 'hr']);
    await system.ends('people list', { stdout: /dana@example\.com .* dropper, hr/u });
    await system.ends('people remove dana@example.com', {});
    expect(users.get('dana@example.com')?.groups).toEqual([]);
    await holds('bad-group', 'people add dana@example.com --role dropper --group hrr', { status: 2, answer });
  });

  it('asks for a role', () => system.ends('people add ana@example.com', { status: 2, stderr: '--role' }));

  it('passes on what AWS does not allow', () => {
    system.answer = () => refused('AccessDeniedException');
    return system.ends('people', { status: 4, stderr: 'AWS does not allow it' });
  });
});
