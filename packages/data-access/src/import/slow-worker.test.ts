import { expect, it } from 'vitest';
import { runImport } from '../engine/run-import.ts';
import { startService } from '../testing/service.ts';
import { client } from '../testing/on-a-site.ts';

it('an import whose table is slow, but works, ends well although somebody polls it', async () => {
  const service = startService();
  const site = await service.newSite();
  const message = await service.queued(site, [
    client([
      { email: 'a@x.org', name: 'Ada' },
      { email: 'b@x.org', name: 'Bo' },
    ]),
  ]);
  const { store } = service.services;
  const polls = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 10) {
      service.advance(10_000);
      await service.call('importStatus', site, { importId: message.importId });
    }
  };
  // Each write succeeds, after 60 s of throttling.
  const write = async (...args: Parameters<typeof store.records.write>) => {
    await polls(60);
    return store.records.write(...args);
  };
  const slow = { ...service.services, store: { ...store, records: { ...store.records, write } } };
  service.messages.push(message);
  let deliveries = 0;
  for (let next = service.messages.shift(); next && deliveries < 12; next = service.messages.shift()) {
    deliveries += 1;
    await expect(runImport(next, slow)).resolves.toBeUndefined();
    await polls(10);
  }
  const { status } = await service.status(site, message.importId);
  expect(status).toBe('success');
});

it('an import that reads for long ends well although somebody polls it and its message comes twice', async () => {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, [client([{ email: 'a@x.org', name: 'Ada' }])]);
  const people = Array.from({ length: 5_000 }, (_, n) => ({ email: `u${n}@x.org`, name: 'U' }));
  const message = await service.queued(site, [client(people)]);
  const { store } = service.services;
  const others: string[] = [];
  const find = async (...args: Parameters<typeof store.lookups.find>) => {
    if (args[1].length > 0) {
      service.advance(30_000);
      await service.call('importStatus', site, { importId: message.importId });
      await runImport(message, service.services).catch((error: Error) => others.push(error.message));
    }
    return store.lookups.find(...args);
  };
  const reading = { ...service.services, store: { ...store, lookups: { ...store.lookups, find } } };
  await expect(runImport(message, reading)).resolves.toBeUndefined();
  expect(service.messages).toEqual([]);
  expect(others).toHaveLength(4);
  expect(await service.status(site, message.importId)).toMatchObject({ status: 'success' });
});
