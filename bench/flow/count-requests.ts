/**
 * Loaded by Node before `sluice local`, and by each of its threads: counts the HTTP requests that every function makes, and
 * writes them down beside its data, a file for each thread, twice a second.
 */
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import threads, { isMainThread, threadId } from 'node:worker_threads';

const everyMs = 500;

if (isMainThread) {
  // Threads are started with options of their own, which would leave this module out.
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv ?? []), '--import', import.meta.url] });
    }
  };
  syncBuiltinESMExports();
}

const functionName = process.env['AWS_LAMBDA_FUNCTION_NAME'];
if (functionName !== undefined) count(functionName);

function count(name: string): void {
  const folder = join(process.cwd(), 'requests');
  mkdirSync(folder, { recursive: true });
  const counts: Record<string, number> = {};
  let isChanged = false;
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    const what = whatOf(request);
    counts[what] = (counts[what] ?? 0) + 1;
    isChanged = true;
  });
  setInterval(() => {
    if (isChanged) writeFileSync(join(folder, `${threadId}.json`), JSON.stringify({ name, counts }));
    isChanged = false;
  }, everyMs).unref();
}

const endpoints = {
  S3: process.env['AWS_ENDPOINT_URL_S3'],
  SQS: process.env['AWS_ENDPOINT_URL_SQS'],
  DynamoDB: process.env['AWS_ENDPOINT_URL_DYNAMODB'],
  mail: process.env['AWS_ENDPOINT_URL_SESV2'],
  others: process.env['AWS_ENDPOINT_URL'],
};

/** `DynamoDB Query`, `S3 PUT`, `service importStatus`. */
function whatOf(request: ClientRequest): string {
  const address = `http://${String(request.getHeader('host'))}`;
  const place = Object.entries(endpoints).find(([, endpoint]) => endpoint === address)?.[0] ?? 'service';
  const target = request.getHeader('x-amz-target');
  if (typeof target === 'string') return `${place} ${target.slice(target.lastIndexOf('.') + 1)}`;
  const path = request.path.split('?')[0] ?? '';
  return `${place} ${place === 'service' ? path.slice(path.lastIndexOf('/') + 1) : request.method}`;
}
