import { expect, it } from 'vitest';
import { startService } from '../testing/service.ts';
import { runImport } from './run-import.ts';

it('dates a new record by when it is written, so that whoever follows updates meets it', async () => {
  const service = startService();
  const site = await service.newSite();
  const { store } = service.services;
  const slow = {
    ...store,
    lookups: {
      ...store.lookups,
      claim: (...claim: Parameters<typeof store.lookups.claim>) => {
        service.advance(60_000);
        return store.lookups.claim(...claim);
      },
    },
  };
  const records = [{ email: 'a@x.org', name: 'Ada' }];
  await service.call('import', site, { recordSets: [{ schema: 'client', lookup: 'email', records }] });
  const begun = service.services.now();
  const message = service.messages.shift();
  if (message) await runImport(message, { ...service.services, store: slow });
  const updatedAfter = begun.getTime() + 30_000;
  const { body } = await service.call('getUsers', site, { sort: 'updated', updatedAfter, fields: ['name'] });
  expect(body['items']).toEqual([{ name: 'Ada' }]);
});

it('dates a new record by its id, so that pages are sorted by what they show', async () => {
  const service = startService();
  const site = await service.newSite();
  const { blobs } = service.services;
  const slow = {
    ...blobs,
    put: async (...put: Parameters<typeof blobs.put>) => {
      await blobs.put(...put);
      service.advance(1_000);
      // Somebody else creates a user between the plan and its application.
      if (put[0].endsWith('/plan.json')) await service.call('saveUsers', site, { users: [{ name: 'Bo' }] });
      service.advance(1_000);
    },
  };
  const records = [{ email: 'a@x.org', name: 'Ada' }];
  await service.call('import', site, { recordSets: [{ schema: 'client', lookup: 'email', records }] });
  const message = service.messages.shift();
  if (message) await runImport(message, { ...service.services, blobs: slow });
  const { body } = await service.call('getUsers', site, { sort: 'oldest', fields: ['name', 'createdDate'] });
  const items = body['items'] as { name: string; createdDate: string }[];
  expect(items.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  const dates = items.map(({ createdDate }) => createdDate);
  expect(dates).toEqual(dates.toSorted());
});
