import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limitsOf } from '../base/limits.ts';
import { tempDir } from '../testing/temp-dir.ts';
import type { FunctionSpec } from './function-thread.ts';
import { createFunctions, type Functions } from './functions.ts';

interface Given {
  readonly source: string;
  readonly file?: string;
  readonly rest?: Partial<FunctionSpec>;
  readonly limits?: Parameters<typeof limitsOf>[0];
  readonly idleMs?: number;
}

interface Made {
  readonly functions: Functions;
  readonly folder: string;
  run(event?: unknown): Promise<{ ok: boolean; answer: unknown }>;
}

/** A function `fn` of this source. */
function make({ source, file = 'index.mjs', rest = {}, limits = {}, idleMs }: Given): Made {
  const folder = tempDir();
  const bundle = join(folder, 'bundle');
  mkdirSync(bundle);
  writeFileSync(join(bundle, file), source);
  const logDir = join(folder, 'logs');
  const functions = createFunctions({ logDir, speed: 1000, limits: limitsOf(limits), idleMs });
  onTestFinished(() => functions.stop());
  functions.create({
    functionName: 'fn',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:fn',
    folder: bundle,
    handler: 'index.handler',
    memoryMb: 64,
    role: 'role',
    timeoutSeconds: 5,
    environment: { GREETING: 'hello', NODE_COMPILE_CACHE: join(folder, 'compiled') },
    ...rest,
  });
  const run = async (event: unknown = {}) => {
    const { ok, payload } = await functions.invoke('fn', JSON.stringify(event));
    return { ok, answer: JSON.parse(payload) };
  };
  return { functions, folder, run };
}

test('a function gets its event, its own environment and a context', async () => {
  const { run } = make({
    source: `export const handler = async (event, context) => ({
      event, env: process.env.GREETING, path: process.env.HOME, name: context.functionName, left: context.getRemainingTimeInMillis() > 4000,
    });`,
  });
  expect((await run({ a: 1 })).answer).toEqual({ event: { a: 1 }, env: 'hello', name: 'fn', left: true });
});

test('a bundle is compiled once for all its threads', async () => {
  const { folder, run } = make({
    source: `export const handler = () => process.env.NODE_COMPILE_CACHE ?? 'none';`,
  });
  expect((await run()).answer).toBe('none');
  expect(readdirSync(join(folder, 'compiled'))).toHaveLength(1);
});

test('a bundle is loaded as CommonJS, even if a parent folder has a package.json of type module', async () => {
  const { run } = make({
    file: 'index.js',
    source: `exports.handler = async () => require('node:path').sep;`,
  });
  expect(await run()).toEqual({ ok: true, answer: '/' });
});

test('two calls run at once, in threads of their own', async () => {
  // Each ends only once it has a message of the other.
  const { run } = make({
    source: `import { threadId } from 'node:worker_threads';
      export const handler = () => new Promise((resolve) => {
        const both = new BroadcastChannel('both');
        const posting = setInterval(() => both.postMessage(threadId), 10);
        both.onmessage = () => {
          clearInterval(posting);
          both.postMessage(threadId);
          both.close();
          resolve(threadId);
        };
      });`,
  });
  const answers = await Promise.all([run(), run()]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  expect(new Set(answers.map(({ answer }) => answer)).size).toBe(2);
});

test('a thread without a call is put away, and the next call starts another', async () => {
  const source = `import { threadId } from 'node:worker_threads'; export const handler = () => threadId;`;
  const kept = make({ source });
  expect((await kept.run()).answer).toBe((await kept.run()).answer);
  const { run } = make({ source, idleMs: 1 });
  const first = await run();
  await vi.waitFor(async () => expect((await run()).answer).not.toBe(first.answer));
});

test('an error that a function throws is its answer, and the next call succeeds', async () => {
  const { run } = make({
    source: `export const handler = async ({ bad }) => { if (bad) throw new RangeError('too much'); return 'fine'; };`,
  });
  const failed = await run({ bad: true });
  expect(failed).toMatchObject({ ok: false, answer: { errorType: 'RangeError', errorMessage: 'too much' } });
  expect(await run()).toEqual({ ok: true, answer: 'fine' });
});

test('a call that takes too long or too much memory is cut off', async () => {
  const slow = make({ source: `export const handler = () => { for (;;); };`, rest: { timeoutSeconds: 1 } });
  expect((await slow.run()).answer).toMatchObject({ errorType: 'Sandbox.Timedout' });
  const greedy = make({
    source: `export const handler = () => { const all = []; for (;;) all.push(new Array(10000).fill({})); };`,
    rest: { memoryMb: 16 },
  });
  expect((await greedy.run()).answer).toMatchObject({ errorType: 'Runtime.OutOfMemory' });
});

test('an answer of more than 6 MB is refused, and so is such an event', async () => {
  const { functions, run } = make({
    source: `export const handler = async () => 'x'.repeat(6 * 1024 * 1024);`,
  });
  expect((await run()).answer).toMatchObject({ errorType: 'Function.ResponseSizeTooLarge' });
  const event = JSON.stringify('x'.repeat(6 * 1024 * 1024));
  await expect(functions.invoke('fn', event)).rejects.toMatchObject({ code: 'RequestTooLargeException' });
});

test('a bundle that cannot be loaded fails the call with the reason', async () => {
  const { run } = make({ source: `import 'not-there'; export const handler = () => 1;` });
  const { ok, answer } = await run();
  expect(ok).toBe(false);
  expect(JSON.stringify(answer)).toContain('not-there');
});

test('an asynchronous call that fails is tried twice more', async () => {
  const { functions, folder } = make({
    source: `export const handler = () => { throw new Error('never'); };`,
  });
  functions.invokeLater('fn', '{}');
  const log = join(folder, 'logs', 'fn.log');
  await vi.waitFor(() => expect(readFileSync(log, 'utf8').match(/platform\.report/g)).toHaveLength(3), {
    timeout: 15_000,
  });
});

test('everything that a function prints is logged as JSON lines', async () => {
  const { folder, run } = make({
    source: `export const handler = async () => { console.log('plain'); console.log(JSON.stringify({ code: 'done' })); };`,
  });
  await run();
  await vi.waitFor(() => {
    const lines = readFileSync(join(folder, 'logs', 'fn.log'), 'utf8')
      .trim()
      .split('\n');
    const facts = lines.map((line): unknown => JSON.parse(line));
    expect(facts).toContainEqual({ code: 'done' });
    expect(facts).toContainEqual({ time: expect.any(String), message: 'plain' });
  });
});

test('a call beyond the executions of the account is throttled, and an asynchronous one runs later', async () => {
  const { functions, run, folder } = make({
    source: `export const handler = () => new Promise((resolve) => setTimeout(resolve, 100, 'done'));`,
    limits: { concurrentExecutions: 1 },
  });
  const first = run();
  await expect(run()).rejects.toMatchObject({ code: 'TooManyRequestsException', status: 429 });
  functions.invokeLater('fn', '{}');
  expect((await first).ok).toBe(true);
  const log = join(folder, 'logs', 'fn.log');
  await vi.waitFor(() => expect(readFileSync(log, 'utf8').match(/platform\.report/g)).toHaveLength(2));
});
