/**
 * Node loads this before `sluice local` and in each of its threads. It counts the requests that the functions of the flow send,
 * and the units that they consume of the ledger. Each thread writes its counts to its own file beside the data, twice a second.
 */
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import threads, { isMainThread, threadId } from 'node:worker_threads';
import { tallyOf } from '../counting.ts';

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
if (functionName.startsWith('BulkImportStack') && !functionName.includes('HistoryApi')) countRequests();
if (!isMainThread && 'database' in Object(threads.workerData)) countUnits();

type Counts = Record<string, number>;

function countRequests(): void {
  const counts = keptCounts();
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    const place = placeOf(`http://${String(request.getHeader('host'))}`);
    const operation = String(request.getHeader('x-amz-target') ?? `.${request.method}`)
      .split('.')
      .at(-1);
    const name = `${place} ${operation}`;
    counts[name] = (counts[name] ?? 0) + 1;
  });
}

const onItems = /Item|^Query$|^Scan$/u;

/** In the server in front of the database, which then reports the units itself. */
function countUnits(): void {
  const counts = keptCounts();
  const { request: send } = http;
  const counting = (options: RequestOptions): ClientRequest => {
    const onward = send(options);
    const end = onward.end.bind(onward);
    const emit = onward.emit.bind(onward);
    const operation = String(Object(options.headers)['x-amz-target']).split('.').at(-1) ?? '';
    let input: object | undefined;
    const countingEnd = (sent: Buffer): ClientRequest => {
      if (!onItems.test(operation) || !sent.includes('BulkImportStack-Ledger')) return end(sent);
      input = { ...JSON.parse(sent.toString()), ReturnConsumedCapacity: 'INDEXES' };
      const body = Buffer.from(JSON.stringify(input));
      onward.setHeader('content-length', body.length);
      return end(body);
    };
    const countingEmit = (event: string, ...args: unknown[]): boolean => {
      const [answer] = args;
      if (event === 'response' && input && answer instanceof http.IncomingMessage)
        whenReceived(answer, (output) => add(counts, { operation, input, output }));
      return emit(event, ...args);
    };
    Object.assign(onward, { end: countingEnd, emit: countingEmit });
    return onward;
  };
  Object.assign(http, { request: counting });
  syncBuiltinESMExports();
}

interface Answered {
  readonly operation: string;
  readonly input: object | undefined;
  readonly output: object;
}

/** A request that is refused does not report its units. */
function whenReceived(answer: http.IncomingMessage, done: (output: object) => void): void {
  const chunks: Buffer[] = [];
  const push = answer.push.bind(answer);
  answer.push = (chunk: Buffer | null): boolean => {
    if (chunk !== null) chunks.push(chunk);
    else if (answer.statusCode === 200) done(JSON.parse(Buffer.concat(chunks).toString()));
    return push(chunk);
  };
}

function add(counts: Counts, { operation, input = {}, output }: Answered): void {
  const { readUnits, writeUnits, indexWriteUnits } = tallyOf(operation, input, output);
  counts['ledger reads'] = (counts['ledger reads'] ?? 0) + readUnits;
  counts['ledger writes'] = (counts['ledger writes'] ?? 0) + writeUnits + indexWriteUnits;
}

function keptCounts(): Counts {
  const folder = join(process.cwd(), 'requests');
  mkdirSync(folder, { recursive: true });
  const counts: Counts = {};
  const file = join(folder, `${threadId}.json`);
  setInterval(() => {
    // Renamed when complete, so that the bench never reads half of a file.
    writeFileSync(`${file}.draft`, JSON.stringify(counts));
    renameSync(`${file}.draft`, file);
  }, 500).unref();
  return counts;
}

/** The end of the name of the variable that has the address: `S3`, `DYNAMODB`, …; else the Data Access service. */
function placeOf(address: string): string {
  const variables = Object.keys(process.env).filter((name) => name.startsWith('AWS_ENDPOINT_URL'));
  // The general variable comes last, because a specific one may have the same address.
  const found = variables.toSorted().findLast((name) => process.env[name] === address);
  return found === undefined ? 'service' : found.replace(/^AWS_ENDPOINT_URL_?/u, '');
}
