import { expect, it } from 'vitest';
import { startService } from '../testing/service.ts';
import { runImport } from './run.ts';

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
