import { expect, it } from 'vitest';
import { concurrentImports, wrongIn } from '../testing/concurrent-imports.ts';
import { onDynamo } from '../testing/on-dynamo.ts';

const { store } = onDynamo();

it('16 imports at once lose no update and make no second record in the database either (invariant 7)', async () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    expect(wrongIn(await concurrentImports(seed, store)), `seed ${seed}`).toEqual([]);
  }
});
