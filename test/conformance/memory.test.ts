import { isOperationName, operationNames } from '@sluice/contract';
import { beforeAll, expect, test } from 'vitest';
import { wrongsOfAnswer } from '../openapi/wrong-answer.ts';
import { suites } from './cases/index.ts';
import { createCaller, headersOf, type Caller } from './caller.ts';
import { describeCases } from './describe-cases.ts';
import { memoryPort } from './memory-port.ts';
import { prepare } from './prepare.ts';

let site: Caller;
const succeeded = new Set<string>();
const wrongAnswers: object[] = [];
beforeAll(async () => {
  const { port, control } = memoryPort();
  const send: typeof port.send = async (path, request) => {
    const answer = await port.send(path, request);
    const operation = path.replace(/\?.*/u, '');
    const text = Buffer.from(answer.bytes).toString();
    if (answer.status === 200 && !text.includes('"ok":false')) succeeded.add(operation);
    const isJson = answer.headers['content-type']?.includes('json') ?? false;
    if (answer.status !== 200 || !isJson || !isOperationName(operation)) return answer;
    const wrongs = wrongsOfAnswer(operation, JSON.parse(text), answer.headers);
    if (wrongs.length > 0) wrongAnswers.push({ operation, wrongs, answer: text.slice(0, 200) });
    return answer;
  };
  site = createCaller({ ...port, send }, await prepare(control));
});

describeCases(() => site);

test('every operation succeeds in a case', () => {
  expect(operationNames.filter((name) => !succeeded.has(name))).toEqual([]);
});

test('every answer of the cases is as the OpenAPI document describes it', () => {
  expect(wrongAnswers.slice(0, 3)).toEqual([]);
});

test('an answer that is not as the OpenAPI document describes it is found', async () => {
  const { headers, bytes } = await site.send('getUsers', {
    headers: headersOf(site.given.token),
    body: '{}',
  });
  const body = JSON.parse(Buffer.from(bytes).toString()) as object;
  expect(wrongsOfAnswer('getUsers', body, headers)).toEqual([]);
  for (const wrong of [{ hasMore: 'no' }, { surprise: 1 }, { items: [{ salary: 1 }] }])
    expect(wrongsOfAnswer('getUsers', { ...body, ...wrong }, headers)).not.toEqual([]);
  expect(wrongsOfAnswer('getUsers', body, {})).toContain('X-Request-Id');
});

test('no two cases have the same title', () => {
  const titles = Object.values(suites).flatMap((cases) => cases.map(({ title }) => title));
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThanOrEqual(150);
});
