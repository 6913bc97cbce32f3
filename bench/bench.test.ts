import { expect, it } from 'vitest';
import { bench } from './tried.ts';

it.each([
  [
    'servce',
    'There is no bench servce; expected one of: flow, cost, aws, history, service, imports, reading, workbooks, console.',
  ],
  ['service --users many', '--users: expected a whole number above 0, such as 1000; got many.'],
  ['service --only reads', '--only: expected one of: pages, writes; got reads.'],
])('%s is refused with what was expected', async (args, message) => {
  await expect(bench(args)).rejects.toMatchObject({ code: 64, stderr: `${message}\n` });
});
