import { runHead, type RunHead } from '@sluice/ledger';
import { computeOf, type Invocations } from '../../packages/ledger/src/views/model.ts';
import type { Requests } from '../../packages/ledger/src/views/prices.ts';
import type { AwsAnswer, AwsRequest } from '../faults/aws/answer.ts';
import { observeWith } from '../faults/outside.ts';
import { sdkBackend } from '../faults/sdk-backend.ts';
import { clientsSheet } from '../local-run/clients-sheet.ts';
import { purposeOf } from './ledger-writes.ts';
import { captureLog } from '../simulation/log-lines.ts';
import { processNow, type Process } from '../simulation/scheduler.ts';
import type { ImportCall } from '../simulation/service-options.ts';
import { createWorld, type World, type WorldOptions } from '../simulation/world.ts';

const functions = {
  readDrop: 'read',
  submitDry: 'submit',
  submitReal: 'submit',
  trackRun: 'track',
  reportRun: 'report',
} as const satisfies Readonly<Record<string, keyof Invocations>>;
export const isOfRun = (step: string): step is keyof typeof functions => step in functions;

export interface CountedRun {
  readonly counted: Requests;
  /** By function and command, for whoever wants to know more. */
  readonly details: Readonly<Record<string, number>>;
  /** Write units of the ledger for each batch, by what is written: the batch, or a phase and an event. */
  readonly unitsOfBatch: Readonly<Record<string, number>>;
  /** As the history shows it. */
  readonly usage: RunHead['usage'];
  /** Bytes that lie in buckets after the run. */
  readonly stored: { readonly drops: number; readonly files: number };
  readonly runId: string;
  /** When the sheet was uploaded, in milliseconds since 1970. */
  readonly uploaded: number;
  readonly world: World;
}

/** A request of a function of the run, and when it had its effect. */
export interface Observed {
  readonly process: Process;
  readonly client: string;
  readonly request: AwsRequest;
  readonly answer: AwsAnswer;
  readonly at: number;
}

export interface CountedOptions extends WorldOptions {
  /** The run waits for approval, and gets it. */
  readonly isApproved?: boolean;
  readonly isUndone?: boolean;
}

/** Drops a sheet of new clients into the flow over the real adapters and the AWS SDK, and counts what its functions request. */
export async function countedRun(
  rows: number,
  { isApproved = false, isUndone = false, ...options }: CountedOptions = {},
  observe?: (observed: Observed) => void,
): Promise<CountedRun> {
  captureLog();
  const counts: Record<string, number> = {};
  const ofBatches: Record<string, number> = {};
  const add = (name: string, more = 1) => (counts[name] = (counts[name] ?? 0) + more);
  const seen = new Set<Process>();
  const stays = staysOfTracker();
  observeWith((client, request, answer) => {
    const process = processNow();
    if (process === undefined || !isOfRun(process.step)) return;
    observe?.({ process, client, request, answer, at: world.now().getTime() });
    const { units } = answer;
    const by = functions[process.step];
    if (!seen.has(process)) add(by);
    seen.add(process);
    stays.see(process, world.now().getTime());
    add(`${by} ${kindOf(client, request)}`);
    add(`${by} reads`, units?.reads ?? 0);
    add(`${by} writes`, units?.writes ?? 0);
    const purpose = units === undefined ? undefined : purposeOf(request);
    if (purpose !== undefined) ofBatches[purpose] = (ofBatches[purpose] ?? 0) + (units?.writes ?? 0);
  });
  const world = createWorld({ runsFor: inSlots(), mostSteps: Infinity, ...options, backend: sdkBackend });
  const uploaded = world.now().getTime();
  if (isApproved) world.profile({ schema: 'client', lookup: 'email', approval: 'ask' });
  const folder = isApproved ? 'members' : 'client/email';
  const runId = world.drop(`inbox/${folder}/new.csv`, clientsSheet(rows, 'cost'));
  await world.settle();
  for (const act of [...(isApproved ? ['approve'] : []), ...(isUndone ? ['undo'] : [])]) {
    const plan = (await world.ledger.run(runId))?.approval?.plan.sha256;
    const { status, body } = await world.act(runId, act, act === 'approve' ? { plan } : {});
    if (status >= 300) throw new Error(`${act}: ${body}`);
    await world.settle();
  }
  observeWith(undefined);
  const found = await world.ledger.runWithProgress(runId);
  if (found?.run.status !== (isUndone ? 'undone' : 'succeeded'))
    throw new Error(`The run ended ${found?.run.status}.`);
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const each = new Set(Object.values(functions));
  const total = (name: string) => of(...[...each].map((by) => `${by} ${name}`));
  const storedIn = (bucket: string) =>
    world.s3.versions(bucket, '').reduce((sum, { versions }) => sum + bytesOf(versions), 0);
  const invocations = { read: of('read'), submit: of('submit'), track: of('track'), report: of('report') };
  const sent = world.service.calls.reduce((sum, { input }) => sum + rowsIn(input), 0);
  return {
    details: counts,
    runId,
    uploaded,
    world,
    stored: { drops: storedIn('drops'), files: storedIn('files') },
    usage: runHead(found, world.now()).usage,
    unitsOfBatch: Object.fromEntries(
      Object.entries(ofBatches).map(([purpose, units]) => [
        purpose,
        units / (found.run.reading?.batches ?? 1),
      ]),
    ),
    counted: {
      ...computeOf({ invocations, ...stays.counted(invocations.track), rows, sent }),
      tableWrites: total('writes'),
      tableReads: total('reads'),
      // The drop's message is sent by S3. Each message is received and deleted.
      queueRequests: total('SQSClient.SendMessageBatch') + 1 + 2 * (invocations.read + invocations.submit),
      objectPuts: total('S3Client.put'),
      objectGets: total('S3Client.get'),
      mails: total('SESv2Client.POST'),
    },
  };
}

/** Longer than any request takes, and shorter than any wait for the next step. */
const leastStayMs = 200;

/** The waits of the tracker between two steps of an invocation, by the gaps between its requests. */
function staysOfTracker() {
  const last = new Map<Process, number>();
  let [stays, ms] = [0, 0];
  return {
    see: (process: Process, at: number): void => {
      const gap = at - (last.get(process) ?? at);
      last.set(process, at);
      if (process.step !== 'trackRun' || gap < leastStayMs) return;
      stays += 1;
      ms += gap;
    },
    counted: (invocations: number) => ({ steps: invocations + stays, stayedSeconds: ms / 1000 }),
  };
}

/** Four imports at a time, 3.6 ms a record, as our service takes. */
function inSlots(): (call: ImportCall) => number {
  const slots = [0, 0, 0, 0];
  return ({ at, input }) => {
    const [free = 0] = slots.toSorted((one, other) => one - other);
    const end = Math.max(at, free) + 200 + 3.6 * rowsIn(input);
    slots[slots.indexOf(free)] = end;
    return end - at;
  };
}

const bytesOf = (versions: readonly { readonly bytes: Uint8Array }[]): number =>
  versions.reduce((sum, { bytes }) => sum + bytes.length, 0);

export function rowsIn({
  recordSets = [],
}: {
  readonly recordSets?: readonly { readonly records: readonly unknown[] }[];
}) {
  return recordSets.reduce((sum, { records }) => sum + records.length, 0);
}

function kindOf(client: string, { method, headers }: AwsRequest): string {
  if (client === 'S3Client') return `${client}.${method === 'GET' || method === 'HEAD' ? 'get' : 'put'}`;
  return `${client}.${headers['x-amz-target']?.split('.').at(-1) ?? method}`;
}
