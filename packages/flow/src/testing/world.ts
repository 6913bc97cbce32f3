import { createMemoryRateBudgets } from '@sluice/call-budget';
import { createMemoryLedger, runIdOf } from '@sluice/ledger';
import { actOnRun } from '../act/act-on-run.ts';
import { readDrop } from '../read/read-drop.ts';
import { reportRun } from '../report/report-run.ts';
import { emailNotifier } from '../notify/notifier.ts';
import { leaseMs, type NoticeOutcome } from '../notify/send-notice.ts';
import { submitBatch } from '../submit/submit-batch.ts';
import { sweep, type InboxVersion } from '../sweep/sweep.ts';
import { trackInputSchema, trackRun, type TrackOutput } from '../track/track-run.ts';
import { arrivalOf, dropsIn, type ArrivalMessage, type Drop } from '../read/arrivals.ts';
import type { BatchMessage } from '../run-objects.ts';
import { recordingRates } from '../submit/rate-recording.ts';
import { aBudget } from './a-budget.ts';
import { asked } from './asked.ts';
import { Crash, createCrashes } from './crashes.ts';
import { meteredLedger } from '../measure/metered-ledger.ts';
import { meteredBudgets, meteredMailer } from '../measure/metered-ports.ts';
import { createMemoryFiles } from './memory-files.ts';
import { createMemoryMachine, createMemoryMailer, createMemoryQueue } from './memory-ports.ts';
import { createScriptedReverts, type ScriptedRevertOptions } from './scripted-reverts.ts';
import { createScriptedService, type ServiceOptions } from './scripted-service.ts';
import { viewsOf } from './world-views.ts';

export interface WorldOptions extends Partial<Omit<ServiceOptions, 'now'>> {
  readonly idempotencyKey?: boolean;
  /** How the server undoes imports; it cannot when absent. */
  readonly reverts?: ScriptedRevertOptions;
  /** How many instances of a function there are; which of them is called is chosen with `random`, from 0 to 1. */
  readonly instances?: number;
  readonly random?: () => number;
}

/** Which step dies, and after how many effects, counted over all its invocations. */
export interface CrashPlan {
  /** `submitReal` is a submission of the real phase. */
  readonly step: 'readDrop' | 'submitBatch' | 'submitReal' | 'trackRun' | 'reportRun' | 'act';
  readonly after: number;
}

const bucket = 'drops';
const visibilityMs = 180_000;

/** The whole flow in one process, over memory and a virtual clock; nothing sleeps. */
export function createWorld(options: WorldOptions = {}) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  let [ids, steps, deaths] = [0, 0, 0];
  let plan: CrashPlan | undefined;
  const errors: unknown[] = [];
  const now = () => new Date(time);
  const crashes = createCrashes();

  const drops = createMemoryFiles();
  const files = createMemoryFiles();
  const ledger = createMemoryLedger({ now });
  const arrivals = createMemoryQueue<ArrivalMessage>();
  const batches = createMemoryQueue<BatchMessage>();
  const machine = createMemoryMachine();
  const mailer = createMemoryMailer();
  const service = createScriptedService({ tellsPreview: true, takesIdempotencyKey: false, ...options, now });
  const reverts = options.reverts && createScriptedReverts(service, options.reverts);
  const landed: InboxVersion[] = [];

  const shared = {
    drops,
    files: crashes.watch(files),
    filesBucket: 'files',
    ledger: crashes.watch(meteredLedger(ledger)),
    arrivals: crashes.watch(arrivals),
    batches: crashes.watch(batches),
    machine: crashes.watch(machine),
    notifier: emailNotifier(crashes.watch(meteredMailer(mailer))),
    idempotencyKey: options.idempotencyKey ?? false,
    reverts: reverts && crashes.watch(reverts),
    canRevert: reverts !== undefined,
    target: 'https://service.test',
    defaultEmails: ['ops@example.com'],
    inbox: {
      versionsSince: async function* (since: Date) {
        yield* landed.filter(({ landedAt }) => landedAt >= since);
      },
    },
    now,
    newId: () => `worker-${(ids += 1)}`,
  };

  const watched = { ...service, connect: async () => crashes.watch(await service.connect()) };
  const budgets = createMemoryRateBudgets();
  const instances = Array.from({ length: options.instances ?? 1 }, (_, index) => {
    const budget = aBudget(now, {
      name: `instance-${index}`,
      budgets: crashes.watch(meteredBudgets(budgets)),
    });
    return { ...shared, budget, service: recordingRates(budget, watched) };
  });

  /** What the instance that happens to be called has built. */
  function anInstance() {
    const chosen = instances[Math.floor((options.random?.() ?? 0) * instances.length)];
    if (chosen === undefined) throw new Error('no instance');
    return chosen;
  }

  /** Runs one invocation; false says that it died, and whoever called it has to call it again. */
  async function invoke(step: CrashPlan['step'] | 'sweep', run: () => Promise<unknown>): Promise<boolean> {
    const watched = plan?.step === step ? plan : undefined;
    crashes.begin(watched?.after);
    try {
      await run();
      if (watched) plan = { step: watched.step, after: watched.after - crashes.effects() };
      return true;
    } catch (error) {
      if (watched) plan = undefined;
      if (error instanceof Crash) deaths += 1;
      else errors.push(error);
      return false;
    }
  }

  async function deliverArrival(message: ArrivalMessage): Promise<void> {
    const done = await invoke('readDrop', async () => {
      for (const drop of dropsIn(message)) await readDrop(drop, shared);
    });
    if (!done) arrivals.messages.push(message);
  }

  async function deliverBatch(message: BatchMessage): Promise<void> {
    const step = message.phase === 'dry' ? 'submitBatch' : 'submitReal';
    if (!(await invoke(step, () => submitBatch(message, anInstance())))) batches.messages.push(message);
  }

  async function deliverAll(): Promise<boolean> {
    const arrived = arrivals.messages.splice(0);
    const sent = batches.messages.splice(0);
    for (const message of arrived) await deliverArrival(message);
    for (const message of sent) await deliverBatch(message);
    // A message whose worker died is hidden for a while.
    if (arrivals.messages.length > 0) time += visibilityMs;
    return arrived.length + sent.length > 0;
  }

  const running = () => [...machine.executions.values()].filter((execution) => execution.running);

  async function stepExecution(execution: { state: unknown; running: boolean }): Promise<void> {
    const input = trackInputSchema.parse(execution.state);
    let next: TrackOutput['next'] | undefined;
    await invoke('trackRun', async () => {
      const after = await trackRun(input, anInstance());
      execution.state = after;
      next = after.next;
      if (next === 'wait') time += after.waitSeconds * 1000;
    });
    let outcome: NoticeOutcome | undefined;
    if (next === 'report')
      await invoke('reportRun', async () => {
        outcome = await reportRun(input.runId, shared);
      });
    if (outcome !== undefined) next = outcome === 'leased' ? 'wait' : 'done';
    if (outcome === 'leased') time += leaseMs;
    execution.running = next !== 'done';
    // The state machine tries a failed step again, a little later.
    if (next === undefined || next === 'report') time += 10_000;
  }

  async function sweepOnce(): Promise<void> {
    time += 15 * 60_000;
    await invoke('sweep', () => sweep(shared));
  }

  /** Lets everything happen until nothing is left to do; the sweep comes every 15 minutes, and once more at the end. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 2;) {
      if ((steps += 1) > 5000) throw new Error('The world does not come to rest');
      if (await round()) {
        quiet = 0;
        continue;
      }
      await sweepOnce();
      quiet += 1;
    }
  }

  /** An upload into the inbox, with its event unless that is lost. */
  function drop(key: string, text: string, { isEventLost = false, metadata = {} } = {}): string {
    const bytes = Buffer.from(text);
    const versionId = `v${landed.length + 1}`;
    drops.putVersion({ key, versionId }, bytes, metadata);
    const arrival: Drop = { bucket, key, versionId, bytes: bytes.length, droppedBy: 'somebody' };
    landed.push({ ...arrival, landedAt: now() });
    if (!isEventLost) arrivals.messages.push(arrivalOf(arrival));
    return runIdOf(arrival);
  }

  /** A person acts on a run; when the process dies, the person is told nothing, and says it once more. */
  async function act(
    runId: string,
    name: string,
    body: object = {},
  ): Promise<{ status: number; body: string }> {
    let answer: { status: number; body: string } | undefined;
    const isAlive = await invoke('act', async () => {
      const { status, body: text } = await actOnRun(asked(`/runs/${runId}/${name}`, body), shared);
      answer = { status, body: String(text) };
    });
    return answer ?? (isAlive ? { status: 500, body: '' } : act(runId, name, body));
  }

  /** One round: what lies in the queues is delivered, and every execution takes a step. */
  async function round(): Promise<boolean> {
    const delivered = await deliverAll();
    const executions = running();
    for (const execution of executions) await stepExecution(execution);
    return delivered || executions.length > 0;
  }

  return {
    drops,
    files,
    ledger,
    arrivals,
    batches,
    machine,
    mailer,
    service,
    reverts,
    drop,
    settle,
    round,
    sweep: sweepOnce,
    act,
    ...viewsOf(ledger, files),
    now,
    pass: (ms: number) => {
      time += ms;
    },
    crash: (planned: CrashPlan) => {
      plan = planned;
    },
    /** What invocations threw, besides those that died as planned. */
    errors,
    /** How many invocations have died. */
    deaths: () => deaths,
  };
}

export type World = ReturnType<typeof createWorld>;
