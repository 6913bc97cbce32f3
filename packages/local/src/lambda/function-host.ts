/** A function's thread: loads the bundle as the runtime does, and runs one event at a time. */
import { existsSync } from 'node:fs';
import { flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';
import { onMessage, post } from '../base/parent-thread.ts';
import type { Failure, Job, Report, Start } from './messages.ts';

type Handler = (event: unknown, context: object) => unknown;

// For this thread alone: it is no variable of the function.
delete process.env['NODE_COMPILE_CACHE'];
if (process.env['NODE_OPTIONS']?.includes('--enable-source-maps') === true)
  process.setSourceMapsEnabled(true);
// What the main thread sends is not parsed: every thread would load zod for that, which takes as long as a small bundle.
const start: Start = workerData;
const report: (report: Report) => void = post;

registerHooks({
  // Lambda loads a file without a package.json beside it as CommonJS. A package.json in a parent folder must not change that.
  load: (url, context, next) =>
    url === bundleUrl('js') && !existsSync(join(start.folder, 'package.json'))
      ? next(url, { ...context, format: 'commonjs' })
      : next(url, context),
  // Lambda's runtime has the AWS SDK, so bundles may leave it out.
  resolve: (specifier, context, next) => {
    try {
      return next(specifier, context);
    } catch (error) {
      if (!/^@(aws-sdk|smithy)\//.test(specifier)) throw error;
      return next(specifier, { ...context, parentURL: import.meta.url });
    }
  },
});

function bundleUrl(extension: string): string {
  const file = start.handler.slice(0, start.handler.lastIndexOf('.'));
  return pathToFileURL(join(start.folder, `${file}.${extension}`)).href;
}

async function loadHandler(): Promise<Handler> {
  const url = ['mjs', 'cjs', 'js'].map(bundleUrl).find((candidate) => existsSync(new URL(candidate)));
  if (url === undefined) throw new Error(`There is no ${start.handler} in ${start.folder}.`);
  const loaded: unknown = await import(url);
  const name = start.handler.slice(start.handler.lastIndexOf('.') + 1);
  const handler = memberOf(loaded, name) ?? memberOf(memberOf(loaded, 'default'), name);
  if (typeof handler !== 'function') throw new Error(`${start.handler} is not a function.`);
  return (event, context) => Reflect.apply(handler, undefined, [event, context]);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function contextOf({ requestId, deadline }: Job): object {
  return {
    awsRequestId: requestId,
    functionName: start.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: start.functionArn,
    memoryLimitInMB: String(start.memoryMb),
    logGroupName: `/aws/lambda/${start.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function asFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

const isJob = (message: unknown): message is Job =>
  typeof message === 'object' && message !== null && 'requestId' in message;

async function run(handler: Handler, job: Job): Promise<void> {
  try {
    const answer = await handler(JSON.parse(job.event), contextOf(job));
    report({ kind: 'answered', requestId: job.requestId, payload: JSON.stringify(answer) ?? 'null' });
  } catch (error) {
    console.error(error);
    report({ kind: 'failed', requestId: job.requestId, failure: asFailure(error) });
  }
}

try {
  const handler = await loadHandler();
  flushCompileCache();
  onMessage((message) => {
    if (isJob(message)) void run(handler, message);
  });
  report({ kind: 'ready' });
} catch (error) {
  console.error(error);
  report({ kind: 'notReady', failure: asFailure(error) });
}
