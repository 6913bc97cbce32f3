import { expect, test } from 'vitest';
import { Concurrency } from './concurrency.ts';

const throttled = expect.objectContaining({ code: 'TooManyRequestsException' });

test('a function with reserved concurrency has its own executions, and all others share the rest of the account', () => {
  const concurrency = new Concurrency(103);
  concurrency.reserve('own', 2);
  const end = concurrency.begin('own');
  concurrency.begin('own');
  expect(() => concurrency.begin('own')).toThrow(throttled);
  end();
  concurrency.begin('own');
  for (let count = 0; count < 101; count += 1) concurrency.begin(`other ${count % 3}`);
  expect(() => concurrency.begin('other 4')).toThrow(throttled);
});

test.each([
  [1000, 900],
  [110, 10],
  [10, 0],
])('an account of %i executions lets %i be reserved, and no more', (account, most) => {
  expect(() => new Concurrency(account).reserve('fn', most)).not.toThrow();
  expect(() => new Concurrency(account).reserve('fn', most + 1)).toThrow('below its minimum value');
});
