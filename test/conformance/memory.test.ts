import { operationNames } from '@sluice/contract';
import { beforeAll, expect, test } from 'vitest';
import { suites } from './cases/index.ts';
import { createCaller, type Caller } from './caller.ts';
import { describeCases } from './describe-cases.ts';
import { memoryPort } from './memory-port.ts';
import { prepare } from './prepare.ts';

let site: Caller;
const succeeded = new Set<string>();
beforeAll(async () => {
  const { port, control } = memoryPort();
  const send: typeof port.send = async (path, request) => {
    const answer = await port.send(path, request);
    const isRefusal = Buffer.from(answer.bytes).includes('"ok":false');
    if (answer.status === 200 && !isRefusal) succeeded.add(path.replace(/\?.*/u, ''));
    return answer;
  };
  site = createCaller({ ...port, send }, await prepare(control));
});

describeCases(() => site);

test('every operation succeeds in a case', () => {
  expect(operationNames.filter((name) => !succeeded.has(name))).toEqual([]);
});

test('no two cases say the same', () => {
  const titles = Object.values(suites).flatMap((cases) => cases.map(({ title }) => title));
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThanOrEqual(150);
});
