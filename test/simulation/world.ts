import {
  asksPerson,
  countsOf,
  isEnded,
  migrationIdOf,
  runIdOf,
  waitsForLane,
  type Run,
} from '@sluice/ledger';
import type { Execution, Message } from '../faults/aws/others.ts';
import { buckets, createCloud, type Cloud } from './cloud.ts';
import { plainly, type Decisions } from './decisions.ts';
import { createEffects, faultKinds, type FaultKind, type Scripted } from './effects.ts';
import { arrivalOf } from './flow.ts';
import { timeouts, type Backend, type BackendParts, type FlowFunctions, type Step } from './backend.ts';
import { memoryBackend } from './functions.ts';
import { breachesOnArrival, createWatcher } from './watching.ts';
import { createScheduler, type Due, type Ended } from './scheduler.ts';
import type { ImportCall, ServiceOptions } from './service.ts';

export interface WorldOptions extends Omit<ServiceOptions, 'now' | 'isOurs'> {
  readonly isOurs?: boolean;
  /** Whether the flow's settings say that the service takes a key, and undoes imports; as it does when absent. */
  readonly usesKey?: boolean;
  readonly canRevert?: boolean;
  readonly decisions?: Decisions;
  /** How often effects fail, other steps go first, and messages come late or twice: from 0 to 1. */
  readonly rates?: { readonly faults: number; readonly mixing: number; readonly disorder: number };
  readonly mostFaults?: number;
  readonly kinds?: ReadonlySet<FaultKind>;
  readonly planned?: ReadonlyMap<string, FaultKind>;
  readonly scripted?: Scripted;
  readonly onStep?: (line: string) => void;
  /** What stands between the functions and the cloud; ports in memory when absent. */
  readonly backend?: (parts: BackendParts) => Backend;
}

const minute = 60_000;
const sweepEveryMs = 15 * minute;
const mostSteps = 20_000;
/** Steps after which waiting for a person counts as rest. */
const longestWait = 500;
/** As the queues are declared: six timeouts of the consumer; a message that fails five times is dead. */
const hiddenMs: Readonly<Record<string, number>> = { arrivals: 30 * minute, batches: 3 * minute };
const deliveries = 5;
const isDead = ({ queue }: Message) => queue.startsWith('dead');

/** The whole flow in one process: its functions over ports in memory, on a virtual clock, with a fault wherever one is decided. */
export function createWorld(options: WorldOptions = {}) {
  const { decisions = plainly, isOurs = true } = options;
  const { faults, mixing, disorder } = options.rates ?? { faults: 0, mixing: 0, disorder: 0 };
  let [ids, quiet, lastSweep, fires] = [0, 0, 0, 0];
  const violations: string[] = [];
  const failures: string[] = [];
  const deadLetters: Message[] = [];
  const atWork = new Set<Execution>();
  let isSweeping = false;
  const failed = (step: string, error: unknown) =>
    void failures.push(`${step}: ${error instanceof Error ? error.stack : String(error)}`);

  const scheduler = createScheduler({ decisions, mixing, due, failed });
  const now = () => new Date(scheduler.now());
  const note =
    options.onStep && ((line: string) => options.onStep?.(`${now().toISOString().slice(5, 23)} ${line}`));
  const { peek, watch, isAfterCancel } = createWatcher(violations, note);
  const onReal = (call: ImportCall) => {
    options.onReal?.(call);
    const seen = backend.peek?.() ?? peek;
    violations.push(...breachesOnArrival(call, { ...seen, isAfterCancel, service: cloud.service, isOurs }));
  };
  const cloud: Cloud = createCloud({ now, service: { ...options, isOurs, onReal }, decisions, disorder });
  const effects = createEffects({
    scheduler,
    decisions,
    rate: faults,
    most: options.mostFaults ?? Infinity,
    kinds: options.kinds ?? new Set(Object.keys(faultKinds) as FaultKind[]),
    planned: options.planned,
    scripted: options.scripted,
    onEffect: note,
  });
  const backend = (options.backend ?? memoryBackend)({
    cloud,
    effects,
    scheduler,
    watch,
    newId: () => `id-${(ids += 1)}`,
    takesKey: options.usesKey ?? isOurs,
    canRevert: options.canRevert ?? isOurs,
  });
  const { ledger, migrations } = backend;
  lastSweep = scheduler.now();

  const idle = new Map<Step, FlowFunctions[]>();
  /** Calls a function: an instance that is idle, or a new one. One that died is not called again. */
  async function invoke(
    step: Step,
    run: (functions: FlowFunctions) => Promise<unknown>,
    about?: string,
  ): Promise<Ended> {
    const warm = idle.get(step) ?? [];
    idle.set(step, warm);
    const instance = warm.pop() ?? backend.build();
    const ended = await scheduler.spawn({ step, timeoutMs: timeouts[step], about }, () => run(instance));
    if (ended !== 'done') note?.(`${step} ${ended}`);
    if (ended !== 'died') warm.push(instance);
    return ended;
  }

  const consumers: Readonly<Record<string, (body: unknown) => Promise<Ended>>> = {
    arrivals: (body) => invoke('readDrop', (functions) => functions.readDrop(body)),
    definitions: (body) => invoke('scheduleMigration', (functions) => functions.scheduleMigration(body)),
    mailEvents: (body) => invoke('recordMailEvent', (functions) => functions.recordMailEvent(body)),
    batches: (body) => {
      const { phase, runId } = body as { phase: 'dry' | 'real'; runId: string };
      const step = phase === 'dry' ? 'submitDry' : 'submitReal';
      return invoke(step, (functions) => functions.submit(body), runId);
    },
  };

  async function deliver(message: Message): Promise<void> {
    message.receives += 1;
    message.visibleAt = scheduler.now() + (hiddenMs[message.queue] ?? minute);
    // The sweep announces every definition again, each time.
    if (message.queue !== 'definitions') quiet = 0;
    const ended = await consumers[message.queue]?.(JSON.parse(message.body));
    if (ended !== 'done' && message.receives < deliveries) return;
    const at = cloud.sqs.messages.indexOf(message);
    if (at >= 0) cloud.sqs.messages.splice(at, 1);
    if (ended !== 'done') deadLetters.push(message);
  }

  const machines: Readonly<Record<string, (execution: Execution) => Promise<Ended>>> = {
    migrations: (execution) =>
      invoke('runMigration', async (functions) => {
        const state = Object.assign({}, execution.state, { execution: execution.name });
        execution.state = await functions.runMigration(state);
      }),
    m: (execution) => {
      const { runId } = execution.state as { runId: string };
      if (execution.at === 'track')
        return invoke(
          'trackRun',
          async (functions) => void (execution.state = await functions.trackRun(execution.state)),
          runId,
        );
      return invoke(
        'reportRun',
        async (functions) => {
          const outcome = await functions.reportRun(runId);
          const next = outcome === 'leased' ? 'wait' : 'done';
          execution.state = Object.assign({}, execution.state, { next, waitSeconds: 60 });
        },
        runId,
      );
    },
  };

  /** One task of an execution. One that fails is tried twice more; then the execution fails, and the sweep finds what it was for. */
  async function take(execution: Execution): Promise<void> {
    quiet = 0;
    atWork.add(execution);
    const ended = await machines[execution.machine]?.(execution);
    atWork.delete(execution);
    if (ended === 'done') {
      execution.failures = 0;
      const { next, waitSeconds = 1 } = execution.state as { next?: string; waitSeconds?: number };
      execution.dueAt = scheduler.now() + (next === 'wait' ? waitSeconds * 1000 : 0);
      if (next === 'report') execution.at = 'report';
      else if (next !== 'wait') execution.running = false;
      return;
    }
    execution.failures += 1;
    execution.dueAt = scheduler.now() + execution.failures * 10_000;
    if (execution.failures > 2) execution.running = false;
  }

  async function sweep(): Promise<void> {
    isSweeping = true;
    lastSweep = scheduler.now();
    let found = 0;
    const swept = await invoke('sweep', async (functions) => {
      const { drops, runs, migrations } = await functions.sweep();
      found = drops + runs + migrations;
    });
    quiet = swept === 'done' && found === 0 && !hasMoreToDo() ? quiet + 1 : 0;
    isSweeping = false;
  }

  /** What is to be done before everything has come to rest. */
  function hasMoreToDo(): boolean {
    const messages = cloud.sqs.messages.some((one) => !isDead(one) && one.queue !== 'definitions');
    return messages || cloud.late.length > 0 || [...cloud.sfn.executions.values()].some((one) => one.running);
  }

  function due(): readonly Due[] {
    const found: Due[] = [];
    for (const one of cloud.late)
      found.push({
        at: one.at,
        run: () => {
          cloud.late.splice(cloud.late.indexOf(one), 1);
          one.run();
        },
      });
    for (const message of cloud.sqs.messages)
      if (!isDead(message)) found.push({ at: message.visibleAt, run: () => void deliver(message) });
    for (const execution of cloud.sfn.executions.values())
      if (execution.running && !atWork.has(execution))
        found.push({ at: execution.dueAt, run: () => void take(execution) });
    if (!isSweeping) found.push({ at: lastSweep + sweepEveryMs, run: () => void sweep() });
    return found;
  }

  async function step(): Promise<void> {
    if (scheduler.steps() > mostSteps) throw new Error('invariant 12: the world does not come to rest');
    await scheduler.step();
  }

  /** Only a person can go on: what still runs waits for its turn behind a run that asks. */
  const waitsForPerson = () => {
    const runs = [...peek.runs()].filter(({ status }) => !isEnded(status));
    const asks = runs.some(({ status, notice }) => asksPerson(status) && notice?.state === 'sent');
    return asks && runs.every((run) => asksPerson(run.status) || waitsForLane(run));
  };

  const isAtRest = () =>
    quiet >= 2 && !scheduler.isBusy() && !hasMoreToDo() && !cloud.sqs.messages.some((one) => !isDead(one));

  /** Lets everything happen until nothing is left to do but to sweep, or until somebody has seen enough. */
  async function settle(isEnough: () => boolean = () => false): Promise<boolean> {
    quiet = 0;
    const from = scheduler.steps();
    while (!isAtRest() && !(scheduler.steps() - from > longestWait && waitsForPerson())) {
      if (isEnough()) return true;
      await step();
    }
    return isEnough();
  }

  /** Lets everything happen until this has. */
  async function until<T>(happening: Promise<T>): Promise<T> {
    let isOver = false;
    const over = happening.finally(() => void (isOver = true));
    while (!isOver) {
      if (!scheduler.isBusy()) await new Promise((resolve) => setImmediate(resolve));
      else await step();
    }
    return over;
  }

  /** An upload into the inbox, with its event unless that is lost. */
  function drop(
    key: string,
    text: string,
    how: { isEventLost?: boolean; isEventDead?: boolean; metadata?: Readonly<Record<string, string>> } = {},
  ): string {
    const { versionId, bytes } = cloud.s3.put({ bucket: buckets.drops, key }, text, how.metadata);
    const arrival = { bucket: buckets.drops, key, versionId, bytes: bytes.length, droppedBy: 'somebody' };
    if (!how.isEventLost)
      cloud.sqs.send(how.isEventDead ? 'deadArrivals' : 'arrivals', JSON.stringify(arrivalOf(arrival)));
    return runIdOf(arrival);
  }

  const asked = (path: string, body: object = {}) => ({
    method: 'POST',
    path,
    query: {},
    headers: {},
    body: JSON.stringify({ by: 'ana', ...body }),
    sourceIp: '',
  });

  type Answered = { readonly status: number; readonly body: string };

  /** A person calls a function; without an answer the status is 500. */
  async function call(step: 'actOnRun' | 'actOnMigration', path: string, body?: object): Promise<Answered> {
    let answered: Answered = { status: 500, body: '' };
    await invoke(step, async (functions) => {
      const { status, body: text } = await functions[step](asked(path, body));
      answered = { status, body: String(text) };
    });
    return answered;
  }

  async function runOf(runId: string): Promise<Run> {
    const run = await ledger.run(runId);
    if (run === undefined) throw new Error(`invariant 8: there is no run ${runId}`);
    return run;
  }

  return {
    isOurs,
    ...cloud,
    ledger,
    migrations,
    effects: effects.effects,
    hash: effects.hash,
    fired: effects.fired,
    violations,
    failures,
    deadLetters,
    scheduler,
    drop,
    settle,
    step,
    until,
    call,
    /** A person acts on a run, and says it again a minute later when there was no answer. */
    act: async (runId: string, name: string, body: object = {}): Promise<Answered> => {
      for (let tried = 0; tried < 5; tried += 1) {
        const answered = await until(call('actOnRun', `/runs/${runId}/${name}`, body));
        if (answered.status < 500) return answered;
        scheduler.pass(minute);
      }
      return { status: 500, body: '' };
    },
    invoke,
    redrive: () => invoke('redrive', (functions) => functions.redrive()),
    /** The schedule of a migration fires. */
    fire: (name: string, scheduledAt: string = now().toISOString()): string => {
      const stateMachineArn = 'arn:aws:states:us-east-1:1:stateMachine:migrations';
      const input = JSON.stringify({ name, scheduledAt });
      cloud.sfn.start({ name: `fired-${(fires += 1)}`, input, stateMachineArn });
      return migrationIdOf(name, scheduledAt);
    },
    put: (key: string, text: string) => void cloud.s3.put({ bucket: buckets.drops, key }, text),
    profile: (settings: object) =>
      void cloud.s3.put({ bucket: buckets.drops, key: 'profiles/members.json' }, JSON.stringify(settings)),
    runOf,
    countsOf: async (runId: string) => countsOf(await runOf(runId), await ledger.submissions(runId)),
    resultOf: async (runId: string) => {
      const { resultKey } = await runOf(runId);
      return resultKey === undefined ? undefined : cloud.s3.get(buckets.files, resultKey);
    },
    pass: scheduler.pass,
  };
}

export type World = ReturnType<typeof createWorld>;
