import { expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';
import { runImport } from './run-import.ts';
import { stepsBesidePlan } from './steps-beside-plan.ts';

const { service, site, call } = onASite();

it('steps that are overtaken in groups are all applied, and all their before-images are stored', async () => {
  const sets = (name: string) => [
    client(Array.from({ length: 900 }, (_, n) => ({ email: `u${n}@x.org`, name }))),
  ];
  const queued = async (name: string) => {
    const { body } = await call('import', { recordSets: sets(name) });
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
