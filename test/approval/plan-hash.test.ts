import { onASite, set } from '@sluice/data-access/testing/on-a-site';
import { startService } from '@sluice/data-access/testing/service';
import { previewHash, previewOf } from '@sluice/flow/attempts/preview';
import { expect, it } from 'vitest';

const { run } = onASite();

it('the hash of a plan changes with each stored value that it replaces, shown or not (invariant 24)', async () => {
  const service = startService();
  const site = await service.newSite();
  const rows = 1_000;
  const long = (n: number, what: string) => `${what} ${n} ${'x'.repeat(60)}`;
  const person = (n: number, what: string) => ({
    email: `u${n}@x.org`,
    name: long(n, what),
    username: long(n, what),
    homePhone: `${n} ${what}`,
    cellPhone: `${n} ${what}`,
  });
  const all = (what: string) => [
    { schema: 'client', lookup: 'email', records: Array.from({ length: rows }, (_, n) => person(n, what)) },
  ];
  await service.importAll(site, all('old'));
  service.advance(60_000);
  const recordSets = all('new');
  const hash = async () => {
    const dry = await service.importAll(site, recordSets, { dryRun: true });
    const batch = {
      v: 1 as const,
      rows: Array.from({ length: rows }, (_, n) => n + 2),
      headers: {},
      body: JSON.stringify(recordSets),
    };
    const preview = previewOf(batch, dry.preview);
    return { hash: previewHash(preview), omitted: preview.diffsOmitted };
  };
  const approved = await hash();
  expect(approved.omitted).toBeGreaterThan(0);
  expect(await hash()).toEqual(approved);
  // Somebody corrects the last person of the sheet by hand, after the approval.
  const { body } = await service.call('getUsers', site, { q: `u${rows - 1}@x.org`, fields: ['id'] });
  const [last] = body['items'] as { id: string }[];
  const saved = await service.call('saveUsers', site, {
    users: [{ id: last?.id, cellPhone: '0151 corrected by hand' }],
  });
  expect(saved.ok).toBe(true);
  expect((await hash()).hash).not.toBe(approved.hash);
});

it('the hash of a plan changes with each record that a new one refers to by its name (invariant 24)', async () => {
  const made = await run([set('role', 'name', [{ name: 'Helper' }, { name: 'Owner' }])]);
  const [helper, owner] = made.preview?.outcomes.map(([, , id]) => id) ?? [];
  const recordSets = [
    set('role', 'name', [{ name: 'New' }]),
    set('professional', 'email', [{ email: 'p@x.org', name: 'Pat', roleIds: ['Helper', 'New'] }]),
  ];
  const planned = async () => {
    const { preview } = await run(recordSets, { dryRun: true });
    const shown = previewOf({ v: 1, rows: [2, 3], body: JSON.stringify(recordSets) }, preview);
    return { hash: previewHash(shown), diff: shown.rows[1]?.diff };
  };
  const approved = await planned();
  expect(approved.diff).toEqual({ roleIds: [null, [helper, '(new record 1)']] });
  expect(await planned()).toEqual(approved);
  await run([set('role', 'id', [{ id: helper, name: 'Former' }])]);
  await run([set('role', 'id', [{ id: owner, name: 'Helper' }])]);
  const late = await planned();
  expect(late.diff).toEqual({ roleIds: [null, [owner, '(new record 1)']] });
  expect(late.hash).not.toBe(approved.hash);
});
