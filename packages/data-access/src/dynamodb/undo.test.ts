import { beforeAll, expect, it } from 'vitest';
import { onDynamo } from '../testing/on-dynamo.ts';
import { set } from '../testing/on-a-site.ts';
import { notAsBefore, siteRecords } from '../testing/site-records.ts';

const { emulator, service } = onDynamo();
const written = { statements: 0, deletes: 0, transactions: 0 };

beforeAll(async () => {
  emulator.client.middlewareStack.add(
    (next) => (args) => {
      const statements = ('Statements' in args.input && args.input.Statements) || [];
      const deletes = statements.filter(({ Statement }) => Statement?.startsWith('DELETE'));
      written.statements += statements.length - deletes.length;
      written.deletes += deletes.length;
      if ('TransactItems' in args.input) written.transactions += 1;
      return next(args);
    },
    { step: 'initialize' },
  );
});

const people = (from: number, to: number, name: string) =>
  Array.from({ length: to - from }, (_, n) => ({ email: `u${from + n}@x.org`, name: `${name} ${n}` }));

it('an undo over DynamoDB writes each record once and restores the site', async () => {
  const site = await service.newSite();
  const before = [
    set('client', 'email', people(0, 60, 'Before')),
    set('list', 'name', [{ name: 'Towns' }]),
    set('ListItem.Towns', 'title', [{ title: 'York' }]),
  ];
  await service.importAll(site, before);
  const was = await siteRecords(service.services.store, site.siteId);
  const { importId, preview } = await service.importAll(site, [
    set('client', 'email', people(30, 130, 'After')),
    set('ListItem.Towns', 'title', [{ title: 'York', deleted: true }, { title: 'Bath' }]),
    set('list', 'name', [{ name: 'Towns', deleted: true }]),
  ]);
  expect(preview?.counts).toMatchObject({ updated: 30, created: 71, deleted: 2 });
  Object.assign(written, { statements: 0, deletes: 0, transactions: 0 });
  await service.control('revertImport', { siteId: site.siteId, importId });
  await service.drain();
  // The list takes its name back, so it is written together with a check of its claim. All others have a condition of
  // their own. No import looked clients up by name, so the 30 names that are given up get entries. What is removed is the
  // leaves of those that were created.
  expect(written).toEqual({ statements: 102 + 1 + 30, deletes: expect.any(Number), transactions: 1 });
  expect(written.deletes).toBeLessThan(10);
  const { body } = await service.control('getRevert', { siteId: site.siteId, importId });
  expect(body['revert']).toMatchObject({ status: 'reverted', counts: { reversed: 103, kept: 0, failed: 0 } });
  expect(notAsBefore(await siteRecords(service.services.store, site.siteId), was)).toEqual([]);
});
