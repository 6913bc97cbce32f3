import { expect, it } from 'vitest';
import { runImport } from '../engine/run-import.ts';
import { aWebhook } from '../testing/builders.ts';
import { losing } from '../testing/dying.ts';
import { startService } from '../testing/service.ts';
import { client } from '../testing/on-a-site.ts';

it('the report of an undo that has ended is not written again by a worker that stalled (invariant 23)', async () => {
  const service = startService();
  const site = await service.newSite();
  const { siteId } = site;
  await service.importAll(site, [
    client([
      { email: 'a@x.org', name: 'Ada' },
      { email: 'b@x.org', name: 'Bo' },
    ]),
  ]);
  service.advance(60_000);
  const { importId } = await service.importAll(site, [
    client([
      { email: 'a@x.org', name: 'Ada L.' },
      { email: 'b@x.org', name: 'Bo B.' },
    ]),
  ]);
  service.advance(60_000);
  await service.control('revertImport', { siteId, importId });
  const [message] = service.messages.splice(0);
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const { store } = service.services;
  const write = async (...args: Parameters<typeof store.records.write>) => {
    reached.resolve();
    await gate.promise;
    return store.records.write(...args);
  };
  const zombie = runImport(message!, {
    ...service.services,
    store: { ...store, records: { ...store.records, write } },
  });
  await reached.promise;
  service.advance(50_001);
  const outcomes = ['reversed', 'kept', 'failed'];
  await service.control('getRevert', { siteId, importId });
  await service.drain();
  const before = await service.control('getRevert', { siteId, importId, outcomes });
  expect((before.body['items'] as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual([
    'reversed',
    'reversed',
  ]);
  // A later import changes both again.
  await service.importAll(site, [
    client([
      { email: 'a@x.org', name: 'A' },
      { email: 'b@x.org', name: 'B' },
    ]),
  ]);
  gate.resolve();
  await zombie.catch(() => undefined);
  const after = await service.control('getRevert', { siteId, importId, outcomes });
  expect({
    reported: (after.body['items'] as { outcome: string }[]).map(({ outcome }) => outcome),
    counts: (after.body['revert'] as { counts: object }).counts,
    published: service.reverts.map(({ reversed, kept }) => ({ reversed, kept })),
  }).toEqual({
    reported: ['reversed', 'reversed'],
    counts: { reversed: 2, kept: 0, failed: 0 },
    published: [{ reversed: 2, kept: 0 }],
  });
});

/** An undo that has been asked for, while no write is answered. */
async function undoLosing() {
  const service = startService();
  const site = await service.newSite();
  const { siteId } = site;
  await service.importAll(site, [client([{ email: 'a@x.org', name: 'Ada' }])]);
  const { importId } = await service.importAll(site, [client([{ email: 'a@x.org', name: 'Ada L.' }])]);
  const { records, webhooks } = service.services.store;
  await webhooks.create(aWebhook({ siteId }));
  const late = losing(records);
  await service.control('revertImport', { siteId, importId });
  return { service, site, records, late, message: { siteId, importId } };
}

it('an undo that is given up publishes what its last request restores after that (invariant 18)', async () => {
  const { service, site, late, message } = await undoLosing();
  for (let times = 0; times < 5; times += 1) {
    await runImport(message, service.services).catch(() => undefined);
    service.advance(120_000);
  }
  expect(await service.status(site, message.importId)).toMatchObject({ status: 'success' });
  expect(await service.publishedEvents()).toEqual([]);
  await late.arrive();
  service.advance(15 * 60_000);
  expect(await service.publishedEvents()).toMatchObject([{ action: 'update', diff: { name: 'Ada' } }]);
});

it('an undo of two workers is published with the date of what is stored (invariant 18)', async () => {
  const { service, site, records, late, message } = await undoLosing();
  await runImport(message, service.services).catch(() => undefined);
  service.advance(60_000);
  late.answer();
  await runImport(message, service.services);
  const [event] = await service.publishedEvents();
  const stored = await records.get(site.siteId, { kind: 'user', id: event?.docId ?? '' });
  expect(event).toMatchObject({ docUpdatedDate: stored?.updatedDate, diff: { name: 'Ada' } });
});
