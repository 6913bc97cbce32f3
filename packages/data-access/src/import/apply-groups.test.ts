import { expect, it } from 'vitest';
import { startService } from '../testing/service.ts';
import { runImport } from './run-import.ts';
import { stepsBesidePlan } from './steps-beside-plan.ts';

it('steps that go in groups, all of them overtaken at once, are all made, and all kept as they were before', async () => {
  const service = startService();
  const site = await service.newSite();
  const sets = (name: string) => [
    {
      schema: 'client',
      lookup: 'email',
      records: Array.from({ length: 900 }, (_, n) => ({ email: `u${n}@x.org`, name })),
    },
  ];
  const queued = async (name: string) => {
    const { body } = await service.call('import', site, { recordSets: sets(name) });
    service.messages.length = 0;
    return { siteId: site.siteId, importId: String(body['importId']) };
  };
  const [first, rival] = [await queued('First'), await queued('Rival')];
  const { blobs } = service.services;
  const put: typeof blobs.put = async (key, ...rest) => {
    await blobs.put(key, ...rest);
    if (key.endsWith(`${first.importId}/plan.json`)) await runImport(rival, service.services);
  };
  await runImport(first, { ...service.services, blobs: { ...blobs, put } });
  const { preview } = await service.status(site, first.importId);
  expect(preview?.counts).toMatchObject({ updated: 900, failed: 0 });
  const kept = await stepsBesidePlan(blobs, first).read();
  expect(new Set(kept.map(({ number }) => number)).size).toBe(900);
  expect(new Set(kept.map(({ before }) => before?.fields['name']))).toEqual(new Set(['Rival']));
});
