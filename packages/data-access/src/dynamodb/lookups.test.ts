import { expect, it } from 'vitest';
import { onDynamo } from '../testing/on-dynamo.ts';

const { emulator, store } = onDynamo();
const key = { kind: 'user', field: 'email', value: 'ana@example.com' };

it.each([0, 1, 2])('finds who is added right before the claim of %i others is removed', async (others) => {
  const site = `site${others}`;
  const removed = Array.from({ length: others + 1 }, (_, at) => ({ key, id: `erased${at}` }));
  for (const one of removed) await store.lookups.add(site, [one]);
  let isAdded = false;
  emulator.client.middlewareStack.add(
    (next) => async (args) => {
      if (!isAdded && JSON.stringify(args.input).includes('DELETE')) {
        isAdded = true;
        await store.lookups.add(site, [{ key, id: 'added' }]);
      }
      return next(args);
    },
    { step: 'initialize', name: `overtaken${others}` },
  );
  await store.lookups.remove(site, removed);
  expect(isAdded).toBe(true);
  expect(await store.lookups.find(site, [key])).toEqual([['added']]);
});
