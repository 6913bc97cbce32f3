import { expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';
import { runImport } from '../engine/run-import.ts';
import { stepsAgain } from './steps-beside-plan.ts';

const { service, site, overtaken } = onASite();

it('steps that are overtaken in groups are all applied, and all their before-images are stored', async () => {
  const sets = (name: string) => [
    client(Array.from({ length: 900 }, (_, n) => ({ email: `u${n}@x.org`, name }))),
  ];
  const rival = await service.queued(site, sets('Rival'));
  const { importId, preview } = await overtaken(sets('First'), () => runImport(rival, service.services));
  expect(preview?.counts).toMatchObject({ updated: 900, failed: 0 });
  const item = await service.services.store.imports.get(site.siteId, importId);
  const kept = item ? await stepsAgain(service.services.blobs, item) : [];
  expect(new Set(kept.map(({ number }) => number)).size).toBe(900);
  expect(new Set(kept.map(({ before }) => before?.fields['name']))).toEqual(new Set(['Rival']));
});
