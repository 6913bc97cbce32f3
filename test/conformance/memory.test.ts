import { beforeAll, expect, test } from 'vitest';
import { suites } from './cases/index.ts';
import { createCaller, type Caller } from './caller.ts';
import { describeCases } from './describe-cases.ts';
import { memoryPort } from './memory-port.ts';
import { prepare } from './prepare.ts';

let site: Caller;
beforeAll(async () => {
  const { port, control } = memoryPort();
  site = createCaller(port, await prepare(control));
});

describeCases(() => site);

test('no two cases say the same', () => {
  const titles = Object.values(suites).flatMap((cases) => cases.map(({ title }) => title));
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThanOrEqual(150);
});
