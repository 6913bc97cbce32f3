import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { dispatch, runImport } from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3Blobs } from '@sluice/data-access/s3';
import { startService } from '@sluice/data-access/testing/service';
import type { AwsAnswer, AwsRequest } from '../../test/faults/aws/answer.ts';
import { createMemoryDynamo } from '../../test/faults/aws/dynamo.ts';
import { createMemoryS3 } from '../../test/faults/aws/s3.ts';
import { answerWith, hooked, observeWith } from '../../test/faults/outside.ts';
import { plainly } from '../../test/simulation/decisions.ts';
import { createEffects } from '../../test/simulation/effects.ts';
import type { Physics } from '../../test/simulation/physics.ts';
import { createScheduler } from '../../test/simulation/scheduler.ts';
import { packInOneThread } from './one-thread.ts';

/** The units of one request to the table of the service. */
export interface Used {
  /** Milliseconds after the beginning. */
  readonly at: number;
  /** Write units of the table, those of the partitions of records among them. */
  readonly writes: number;
  readonly records: number;
  /** New entries of the index. */
  readonly entries: number;
}

/** How the service's own code imported a batch on an idle table: how long it took, and what it wrote when. */
export interface Trace {
  readonly rows: number;
  readonly ms: number;
  readonly used: readonly Used[];
}

export interface ServiceTraces {
  /** Of batches in order of their rows. */
  readonly dry: readonly Trace[];
  readonly real: readonly Trace[];
  /** How long the functions behind the HTTP API take. */
  readonly importMs: (rows: number) => number;
  readonly statusMs: number;
}

type RecordsOf = (from: number, rows: number) => readonly object[];

/** Runs the real service over the AWS SDK and tables in memory, once for each size of batch, with latencies as those of the model. */
export async function traceService(
  sizes: readonly number[],
  recordsOf: RecordsOf,
  physics: Physics,
): Promise<ServiceTraces> {
  packInOneThread();
  const scheduler = createScheduler({
    decisions: plainly,
    mixing: 0,
    due: () => [],
    failed: (_, error) => fail(error),
    physics,
  });
  const now = () => new Date(scheduler.now());
  const { effect } = createEffects({
    scheduler,
    decisions: plainly,
    rate: 0,
    most: 0,
    kinds: new Set(),
    physics,
  });
  const unused = (): never => fail(new Error('The service calls nobody.'));
  const dynamo = createMemoryDynamo();
  const aws = { DynamoDBClient: dynamo.answer, S3Client: createMemoryS3({ now }).answer };
  answerWith({ effect, aws, http: unused, hook: unused, received: unused, aside: scheduler.aside });
  const store = createDynamoStore({ client: hooked.client(DynamoDBClient), table: 'records' });
  const service = startService(store);
  const site = await service.newSite();
  const services = {
    ...service.services,
    blobs: createS3Blobs({ client: hooked.client(S3Client), bucket: 'files' }),
  };

  /** How long the code takes as a function. */
  async function timed(step: string, run: () => Promise<unknown>): Promise<Omit<Trace, 'rows'>> {
    const used: Used[] = [];
    const from = scheduler.now();
    observeWith((client, request, { units }: AwsAnswer) => {
      if (client !== 'DynamoDBClient' || units === undefined || units.writes === 0) return;
      used.push({
        at: scheduler.now() - from,
        writes: units.writes,
        records: recordsIn(request),
        entries: entriesIn(request),
      });
    });
    const ended = scheduler.spawn({ step, timeoutMs: Infinity }, run);
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver) await scheduler.step();
    observeWith(undefined);
    return { ms: scheduler.now() - from, used };
  }

  const post = async (operation: string, input: object) => {
    const body = JSON.stringify({ apiKey: site.apiKey, apiSecret: site.apiSecret, ...input });
    const request = { method: 'POST', path: `/${operation}`, query: {}, headers: {}, body, sourceIp: '' };
    return JSON.parse(String((await dispatch(request, services)).body)) as { ok: boolean; importId?: string };
  };

  const found = { dry: [] as Trace[], real: [] as Trace[], posts: [] as Trace[] };
  let [statusMs, from] = [0, 0];
  // The first time warms up, as an instance is after its first message.
  for (const rows of [sizes[0] ?? 1, ...sizes]) {
    const recordSets = [
      { schema: 'client', lookup: 'email', records: recordsOf((from += rows) - rows, rows) },
    ];
    for (const dryRun of [true, false]) {
      let answer: Awaited<ReturnType<typeof post>> | undefined;
      const posted = await timed(
        'dataApi',
        async () => (answer = await post('import', { dryRun, recordSets })),
      );
      const message = service.messages.pop();
      if (message === undefined) throw new Error(`The service refused an import: ${JSON.stringify(answer)}`);
      const ran = await timed('runImport', () => runImport(message, services));
      const asked = await timed('dataApi', () => post('importStatus', { importId: answer?.importId }));
      found[dryRun ? 'dry' : 'real'].push({ rows, ...ran });
      found.posts.push({ rows, ...posted });
      statusMs = asked.ms;
    }
  }
  const posts = found.posts.slice(2);
  return {
    dry: found.dry.slice(1),
    real: found.real.slice(1),
    importMs: (rows) => msOf(posts, rows),
    statusMs,
  };
}

/** By the traces of the sizes around it. */
export function msOf(traces: readonly Trace[], rows: number): number {
  const [first, last] = [traces[0], traces.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There is no trace.');
  if (first.rows === last.rows) return last.ms;
  const perRow = (last.ms - first.ms) / (last.rows - first.rows);
  return Math.max(first.ms / 2, first.ms + (rows - first.rows) * perRow);
}

function recordsIn({ body }: AwsRequest): number {
  return [...String(body).matchAll(/"S":"R#/gu)].length;
}

/** Those that get an entry in the index. */
function entriesIn({ body }: AwsRequest): number {
  return [...String(body).matchAll(/'u': \?/gu)].length;
}

function fail(error: unknown): never {
  throw error;
}
