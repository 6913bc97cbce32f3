import { describe, expect, it } from 'vitest';
import { onASite, set } from '../testing/on-a-site.ts';

const { call, run } = onASite();

const roles = (...names: string[]) =>
  set(
    'role',
    'name',
    names.map((name) => ({ name })),
  );
const withRoles = (...roleIds: string[]) =>
  set('professional', 'email', [{ email: 'pa@example.org', name: 'Pat', roleIds }]);
const idsByName = async () => {
  const { body } = await call('getRoles', {});
  return Object.fromEntries(
    (body['roles'] as { id: string; name: string }[]).map(({ id, name }) => [name, id]),
  );
};
const storedRoles = async () => {
  const { body } = await call('getUsers', { fields: ['roleIds'] });
  return (body['items'] as { roleIds: unknown }[])[0]?.roleIds;
};

describe('the name of a role in an import', () => {
  it('stands for its id in any case, and sending it again changes nothing', async () => {
    await run([roles('Field Nurse', 'Billing')]);
    const { 'Field Nurse': nurse, Billing: billing } = await idsByName();
    expect(await run([withRoles(' field NURSE ', 'Billing', String(nurse))])).toMatchObject({
      status: 'success',
    });
    expect(await storedRoles()).toEqual([nurse, billing]);
    const again = await run([withRoles('Field Nurse', String(billing))]);
    expect(again.preview?.counts).toMatchObject({ unchanged: 1, updated: 0 });
    const changed = await run([withRoles('billing')]);
    expect(changed.preview?.diffs).toEqual([[1, { roleIds: [[nurse, billing], [billing]] }]]);
  });

  it('may come from an earlier set, and the import does what its dry run previewed', async () => {
    const sets = [roles('Auditor'), withRoles('auditor')];
    expect(await run(sets, { dryRun: true })).toMatchObject({ status: 'valid' });
    const real = await run(sets);
    expect(real).toMatchObject({ status: 'success', preview: { counts: { created: 2 } } });
    expect(real.preview).toMatchObject({ drift: { records: [] } });
    expect(await storedRoles()).toEqual([(await idsByName())['Auditor']]);
  });

  it('is refused with the name when no role has it, or with the ids when several have it', async () => {
    expect((await run([withRoles('Nobody Has It')])).errorMessage).toBe(
      'record 1 (set 1, record 1): roleIds: names an unknown role, `Nobody Has It`. Write the id or the name of an existing one.',
    );
    await run([roles('Clerk', 'Teller')]);
    const { Clerk: clerk, Teller: teller } = await idsByName();
    await run([set('role', 'id', [{ id: teller, name: 'CLERK' }])]);
    const { errorMessage } = await run([withRoles('clerk')]);
    expect(errorMessage).toContain('roleIds: names 2 records, `clerk`: ');
    for (const id of [clerk, teller]) expect(errorMessage).toContain(id);
    expect((await run([withRoles(String(clerk))])).status).toBe('success');
  });
});

describe('a record that an issue names by another value', () => {
  const clients = (...records: object[]) => set('client', 'email', records);
  const accounts = (...records: object[]) => set('interestAccount', 'name', records);
  const issue = (fields: object) =>
    set('issue', 'identifier', [{ identifier: 'R1', title: 'Pipe', ...fields }]);
  const idOf = async (q: string) =>
    ((await call('getUsers', { q })).body['items'] as { id: string }[])[0]?.id;
  const stored = async () =>
    (
      (await call('getIssues', { q: 'R1', fields: ['requesterId', 'ownerNumbers'] })).body[
        'items'
      ] as object[]
    )[0];

  it('is found by its e-mail, username, name or number, also of an earlier set, and stored by its id or number', async () => {
    const ada = { email: 'ada.ref@example.org', name: 'Ada Ref', username: 'adaref' };
    const house = { name: 'The House', ownerNumber: 'H-7', email: 'house@example.org' };
    const first = [
      clients(ada),
      accounts(house, { name: 'The Barn', ownerNumber: 'B-1' }),
      issue({
        requesterId: ' ADA.ref@example.org ',
        ownerNumbers: ['The House', 'B-1', 'house@example.org'],
      }),
    ];
    expect(await run(first, { dryRun: true })).toMatchObject({ status: 'valid' });
    expect(await run(first)).toMatchObject({ status: 'success', preview: { drift: { records: [] } } });
    const requesterId = await idOf('Ada Ref');
    expect(await stored()).toEqual({ requesterId, ownerNumbers: ['H-7', 'B-1'] });
    for (const value of ['Ada Ref', 'adaref', requesterId]) {
      const again = await run([issue({ requesterId: value, ownerNumbers: ['H-7', 'The Barn'] })]);
      expect(again.preview?.counts).toMatchObject({ unchanged: 1 });
    }
  });

  it('is refused with the value when no record has it, or several have it, or it has no number', async () => {
    const refusal = async (fields: object) => (await run([issue(fields)])).errorMessage;
    expect(await refusal({ requesterId: 'nobody@example.org' })).toBe(
      'record 1 (set 1, record 1): requesterId: names an unknown user, `nobody@example.org`. Write the id, the email, the username or the name of an existing one.',
    );
    await run([
      clients(
        { email: 'eve1@example.org', name: 'Eve' },
        { email: 'eve2@example.org', name: 'Eve', username: 'Mx' },
      ),
      set('professional', 'email', [{ email: 'mx@example.org', name: 'Mx' }]),
      accounts({ name: 'No Number', email: 'none@example.org' }),
    ]);
    const [one, other] = [await idOf('eve1@example.org'), await idOf('eve2@example.org')];
    const several = await refusal({ requesterId: 'Eve' });
    expect(several).toContain('requesterId: names 2 records, `Eve`: ');
    for (const id of [one, other]) expect(several).toContain(id);
    expect(await refusal({ requesterId: 'Mx' })).toContain('names 2 records, `Mx`: ');
    expect(await refusal({ ownerNumbers: ['No Number'] })).toMatch(
      /ownerNumbers: names an interest account without ownerNumber, `No Number`\. It has the id \S+\. Write the /u,
    );
    expect((await run([issue({ requesterId: 'eve1@example.org' })])).status).toBe('success');
  });
});
