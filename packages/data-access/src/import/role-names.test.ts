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
      'record 1 (set 1, record 1): roleIds: the id or the name of an existing role; there is no "Nobody Has It"',
    );
    await run([roles('Clerk', 'Teller')]);
    const { Clerk: clerk, Teller: teller } = await idsByName();
    await run([set('role', 'id', [{ id: teller, name: 'CLERK' }])]);
    const { errorMessage } = await run([withRoles('clerk')]);
    expect(errorMessage).toContain('roleIds: the id of one role; 2 have the name "clerk": ');
    for (const id of [clerk, teller]) expect(errorMessage).toContain(id);
    expect((await run([withRoles(String(clerk))])).status).toBe('success');
  });
});
