import { expect, it } from 'vitest';
import { ana, bob, erasing } from '../../testing/erasing.ts';

const { world, imported, erase } = erasing();

const stateOf = async (importId: string) => {
  const { siteId } = world.site;
  const { body } = await world.service.control('verifyValues', { siteId, importIds: [importId] });
  return (body['items'] as { state: string; erased?: number }[])[0];
};
const itemOf = async (importId: string) =>
  (await world.service.services.store.imports.get(world.site.siteId, importId))!;
/** Somebody who can write to the table says which event erased which rows. */
async function forge(importId: string, change: (erasures: { event: number; rows: string[] }[]) => object[]) {
  const item = await itemOf(importId);
  const erasures = change(item.erasures ?? []) as typeof item.erasures;
  await world.service.services.store.imports.update({ ...item, erasures, version: item.version + 1 });
}

it('an erased row is proved by an event of the log that comes before it (invariant 26)', async () => {
  const importId = await imported(ana, bob);
  await erase({ dryRun: true });
  expect(await stateOf(importId)).toMatchObject({ state: 'kept', erased: 0 });
  const { erasable } = world.service.services;
  const { replace } = erasable!;
  Object.assign(erasable!, { replace: () => Promise.reject(new Error('killed')) });
  await world.service.control('eraseRecord', {
    ...{ siteId: world.site.siteId, record: ana.email, receipt: 'a receipt of a person' },
    cursor: 'imports ',
  });
  Object.assign(erasable!, { replace });
  expect((await itemOf(importId)).erasures).toHaveLength(1);
  expect(await stateOf(importId)).toMatchObject({ state: 'kept', erased: 0 });
  await erase();
  expect(await stateOf(importId)).toMatchObject({ state: 'kept', erased: 1 });
  // A repeat has nothing to add.
  expect((await itemOf(importId)).erasures).toHaveLength(1);
  await erase({ record: bob.email });
  expect(await stateOf(importId)).toMatchObject({ state: 'kept', erased: 2 });
  expect((await itemOf(importId)).erasures).toHaveLength(2);
});

it('an import that names another event for an erased row, or other rows of it, is altered', async () => {
  const importId = await imported(ana, bob);
  const other = await imported({ ...ana, name: 'Anna' });
  await erase();
  const [event] = (await itemOf(other)).erasures ?? [];
  await forge(importId, (all) => all.map((one) => ({ ...one, event: event?.event ?? 0 })));
  expect(await stateOf(importId)).toMatchObject({ state: 'altered' });
  expect(await stateOf(other)).toMatchObject({ state: 'kept', erased: 1 });
  await forge(other, (all) => all.map((one) => ({ ...one, rows: [...one.rows, '0'.repeat(16)] })));
  expect(await stateOf(other)).toMatchObject({ state: 'altered' });
  await forge(other, () => []);
  expect(await stateOf(other)).toMatchObject({ state: 'altered' });
});
