import { expect, it } from 'vitest';
import { concurrentImports, wrongIn } from '../testing/concurrent-imports.ts';
import { onDynamo } from '../testing/on-dynamo.ts';

const { store } = onDynamo();

it('16 imports at once lose no update and make no second record in the database either (invariant 7)', async () => {
  expect(wrongIn(await concurrentImports(1, store))).toEqual([]);
});
