/**
 * Node loads this before `sluice local` and in each of its threads. It counts the HTTP requests that the functions of the
 * flow send. Each thread writes its counts to its own file beside the data, twice a second.
 */
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import threads, { isMainThread, threadId } from 'node:worker_threads';

if (isMainThread) {
  // Threads start with other options, which would not load this module.
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv ?? []), '--import', import.meta.url] });
    }
  };
  syncBuiltinESMExports();
}

const functionName = process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? '';
if (functionName.startsWith('BulkImportStack') && !functionName.includes('HistoryApi')) count();

function count(): void {
  const folder = join(process.cwd(), 'requests');
  mkdirSync(folder, { recursive: true });
  const counts: Record<string, number> = {};
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    const target = placeOf(`http://${String(request.getHeader('host'))}`);
    counts[target] = (counts[target] ?? 0) + 1;
  });
  const file = join(folder, `${threadId}.json`);
  setInterval(() => {
    // Renamed when complete, so that the bench never reads half of a file.
    writeFileSync(`${file}.draft`, JSON.stringify(counts));
    renameSync(`${file}.draft`, file);
  }, 500).unref();
}

/** The end of the name of the variable that has the address: `S3`, `DYNAMODB`, …; else the Data Access service. */
function placeOf(address: string): string {
  const variables = Object.keys(process.env).filter((name) => name.startsWith('AWS_ENDPOINT_URL'));
  // The general variable comes last, because a specific one may have the same address.
  const found = variables.toSorted().findLast((name) => process.env[name] === address);
  return found === undefined ? 'service' : found.replace(/^AWS_ENDPOINT_URL_?/u, '');
}
