import { startService } from '@sluice/data-access/testing/service';
import { previewHash, previewOf } from '@sluice/flow/attempts/preview';
import { expect, it } from 'vitest';

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
