import { createMemoryRateBudgets } from '@sluice/ledger/testing';
import { isEnded, type Run } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { expect, it } from 'vitest';
import type { Service } from '../ports.ts';
import { aBudget } from '../testing/a-budget.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { trackRun, type TrackInput } from '../track/track-run.ts';
import { showRun } from './runs.ts';

captureLog();
const runId = 'run1';
const start = Date.parse('2026-03-01T08:00:00.000Z');

/** How a run goes, in seconds of a batch. */
interface Shape {
  readonly batches: number;
  /** Workers that send, and how long a call takes. */
  readonly senders: number;
  readonly send: number;
  /** Workers of the service, and how long each phase of a batch takes one of them. */
  readonly importers: number;
  readonly dry: number;
  readonly real: number;
  /** Batches of an earlier run, each of which took that long to write. */
  readonly earlier?: { readonly batches: number; readonly seconds: number };
}

interface Sample {
  readonly at: number;
  readonly eta: number | undefined;
  readonly status: string;
}

interface Job {
  readonly batch: number;
  readonly phase: 'dry' | 'real';
  endsAt?: number;
}

/** Plays a run on a clock of its own, and notes every second what is said of its end. */
async function played(shape: Shape): Promise<{ readonly samples: Sample[]; readonly end: number }> {
  let ms = start;
  const now = () => new Date(ms);
  const stored = createMemoryLedger({ now });
  // As large as batches are, since the first waits follow their rows.
  const submissions: typeof stored.submissions = async (of) =>
    (await stored.submissions(of)).map((one) => ({ ...one, rows: 500 }));
  const ledger = { ...stored, submissions };
  const files = createMemoryFiles();
  const batches = createMemoryQueue<Job>();
  const [sending, waiting, done] = [[] as Job[], [] as Job[], new Set<string>()];
  let importing: Job[] = [];
  await plannedRun({ ledger, files, now, batches: shape.batches });
  const service = serviceOf((importId) => done.has(importId));
  const services = {
    ...{ ledger, files, batches, service, machine: createMemoryMachine(), budget: aBudget(now) },
    ...{ idempotencyKey: true, inbox: { versionsOf: async () => [] }, now },
  };
  const idOf = ({ batch, phase }: Job) => `${phase}${batch}`;
  const move = (job: Job, event: Parameters<typeof ledger.moveSubmission>[1]) =>
    ledger.moveSubmission({ runId, ...{ batch: job.batch, phase: job.phase } }, event);
  const send = async () => {
    for (const job of sending.filter(({ endsAt = 0 }) => endsAt <= ms)) {
      sending.splice(sending.indexOf(job), 1);
      await move(job, { type: 'accepted', at: now().toISOString(), owner: idOf(job), importId: idOf(job) });
      waiting.push({ batch: job.batch, phase: job.phase });
    }
    while (sending.length < shape.senders && batches.messages.length > 0) {
      const job = { ...batches.messages.shift()!, endsAt: ms + shape.send * 1000 };
      const leaseUntil = new Date(ms + 60_000).toISOString();
      await move(job, { type: 'sendStarted', at: now().toISOString(), owner: idOf(job), leaseUntil });
      sending.push(job);
    }
  };
  const work = () => {
    for (const job of importing) if ((job.endsAt ?? 0) <= ms) done.add(idOf(job));
    importing = importing.filter(({ endsAt = 0 }) => endsAt > ms);
    while (importing.length < shape.importers && waiting.length > 0) {
      const job = waiting.shift()!;
      importing.push({ ...job, endsAt: ms + 1000 * secondsOf(job, shape) });
    }
  };
  const samples: Sample[] = [];
  let state: TrackInput = { runId, polls: 0 };
  let nextStep = ms;
  for (let tick = 0; tick < 200_000; tick += 1) {
    await send();
    work();
    if (ms >= nextStep) {
      const output = await trackRun(state, services);
      state = output;
      nextStep = ms + output.waitSeconds * 1000;
      const run = (await ledger.run(runId))!;
      if (isEnded(run.status)) return { samples, end: ms };
    }
    if (tick % 4 === 0) samples.push(await sampled(ledger, shape, now));
    ms += 250;
  }
  throw new Error('The run does not end.');
}

/** Batches are not equal: a third takes twice as long. */
function secondsOf({ batch, phase }: Job, { dry, real }: Shape): number {
  return (phase === 'dry' ? dry : real) * (batch % 3 === 0 ? 1.5 : 0.75);
}

async function sampled(
  ledger: ReturnType<typeof createMemoryLedger>,
  { earlier }: Shape,
  now: () => Date,
): Promise<Sample> {
  const before = earlier && {
    status: 'succeeded',
    reading: { rows: 2 * earlier.batches, batches: earlier.batches, failed: 0, skipped: 0 },
    importingSince: new Date(start - 1_000_000 - 1000 * earlier.seconds * earlier.batches).toISOString(),
    finishedAt: new Date(start - 1_000_000).toISOString(),
  };
  const runs = before === undefined ? [] : [before as Run];
  const { body } = await showRun(runId, { query: { limit: '0' }, headers: {} }, {
    ledger: { ...ledger, runPage: async () => ({ runs, unreadable: [] }) },
    budgets: createMemoryRateBudgets(),
    reserve: 0.1,
    now,
  } as unknown as Parameters<typeof showRun>[2]);
  const { eta, status } = JSON.parse(String(body)) as { eta: string | null; status: string };
  return { at: now().getTime(), eta: eta === null ? undefined : Date.parse(eta), status };
}

function serviceOf(isDone: (importId: string) => boolean): Service {
  return {
    forgetCredentials: () => undefined,
    connect: async () => ({
      import: async () => ({ kind: 'noAnswer', sent: 'no', detail: 'nothing is sent here' }),
      importStatus: async (importId) => {
        const success = isDone(importId);
        const status = success ? ('success' as const) : ('running' as const);
        const importStatus = {
          ...{ importId, status, success, error: false, done: success },
          createdDate: '2026-03-01T08:00:00.000Z',
        };
        return { kind: 'ok', output: { importStatus }, meta: {} };
      },
      downloadFile: () => Promise.reject(new Error('not called')),
    }),
  };
}

const warm = { senders: 5, send: 0.5, importers: 5, dry: 0.6 };
const shapes: Record<string, Shape> = {
  'many batches, as long as an earlier run took': {
    ...{ ...warm, batches: 100, real: 2.8 },
    earlier: { batches: 100, seconds: 0.56 },
  },
  'a table that is cold': { ...warm, batches: 100, real: 10, earlier: { batches: 100, seconds: 2 } },
  'a service of one worker': {
    ...{ ...warm, importers: 1, batches: 60, real: 1.5 },
    earlier: { batches: 20, seconds: 1.5 },
  },
  'few batches, as every night': { ...warm, batches: 8, real: 20, earlier: { batches: 8, seconds: 5.6 } },
  'a dry run that takes as long as the import': {
    ...{ ...warm, batches: 80, dry: 3, real: 3 },
    earlier: { batches: 80, seconds: 0.6 },
  },
  'sending that takes longest': {
    ...{ ...warm, senders: 1, send: 2, batches: 60, real: 1 },
    earlier: { batches: 60, seconds: 2 },
  },
  'no earlier run': { ...warm, batches: 100, real: 10 },
  'an earlier run that is too small to compare': {
    ...{ ...warm, batches: 100, real: 10 },
    earlier: { batches: 2, seconds: 300 },
  },
};

it.each(Object.entries(shapes))(
  'the end is announced within 30 %% from a tenth of the way on, and is never in the past: %s',
  async (_name, shape) => {
    const { samples, end } = await played(shape);
    const announced = samples.filter(({ eta }) => eta !== undefined);
    expect(announced.filter(({ at, eta = 0 }) => eta <= at)).toEqual([]);
    const later = samples.filter(({ at }) => at >= start + (end - start) / 10);
    // A tracker looks every few seconds, and does not know when a batch was begun, so the last ones cannot be counted better.
    const allowed = ({ at }: Sample) => Math.max(0.3 * (end - at), 5000, shape.real * 500);
    const off = later.filter((sample) => sample.eta && Math.abs(sample.eta - end) > allowed(sample));
    expect(off).toEqual([]);
    const unknown = later.filter(({ eta }) => eta === undefined);
    // Without an earlier run of about its size, nothing shows how long the import will take before it has begun.
    if (shape.earlier !== undefined && shape.earlier.batches > 2) expect(unknown).toEqual([]);
    else expect(unknown.length).toBeLessThan(samples.length / 4);
  },
);
