import { approvalByDefault } from '@sluice/flow/testing/memory-reading';
import { ruleFor, type ApprovalRule, type ApprovalSettings } from '@sluice/import-plan';
import {
  asksPerson,
  countsOf,
  isEnded,
  migrationIdOf,
  runIdOf,
  waitsForLane,
  type Run,
} from '@sluice/ledger';
import { sha256 } from '@sluice/aws-kit/hash-chain';
import * as z from 'zod';
import type { Backend, BackendParts } from './backend.ts';
import { buckets, createCloud, type Cloud } from './cloud.ts';
import { plainly, type Decisions } from './decisions.ts';
import { createClocks } from './clocks.ts';
import { createEffects, faultKinds, type EffectsOptions, type FaultKind, type Scripted } from './effects.ts';
import { arrivalOf } from './flow.ts';
import { memoryBackend } from './functions.ts';
import type { Physics } from './physics.ts';
import { createScheduler } from './scheduler.ts';
import { serviceEffects, type ServiceRates } from './service-effects.ts';
import type { ImportCall, ServiceOptions } from './service-options.ts';
import { createTriggers, minute } from './triggers.ts';
import { breachesOnArrival, createWatcher } from './watching.ts';

export interface WorldOptions extends Omit<ServiceOptions, 'isOurs'> {
  readonly isOurs?: boolean;
  /** Whether the flow's settings say that the service takes a key, and undoes imports; as it does when absent. */
  readonly usesKey?: boolean;
  /** Whether they say that an import may name the dry run whose records it expects. */
  readonly expects?: boolean;
  readonly canRevert?: boolean;
  /** Whether notices also go to a topic and to a webhook, where the real adapters run. */
  readonly hasChannels?: boolean;
  /** What the stack sets about approval, where that is not the default. */
  readonly approval?: Partial<ApprovalSettings>;
  readonly decisions?: Decisions;
  /** How often effects fail, other steps go first, and messages come late or twice: from 0 to 1. */
  readonly rates?: { readonly faults: number; readonly mixing: number; readonly disorder: number };
  readonly mostFaults?: number;
  /** The same of the service; nothing goes wrong in it when absent. */
  readonly serviceRates?: ServiceRates;
  /** How long an effect of a process takes. */
  readonly paceMs?: EffectsOptions['paceMs'];
  /** After so many it does not come to rest. */
  readonly mostSteps?: number;
  readonly kinds?: ReadonlySet<FaultKind>;
  readonly planned?: ReadonlyMap<string, FaultKind>;
  readonly scripted?: Scripted;
  readonly onStep?: (line: string) => void;
  readonly physics?: Physics;
  /** What connects the functions to the cloud; ports in memory when absent. */
  readonly backend?: (parts: BackendParts) => Backend;
}

const noRule: ApprovalRule = { approval: 'auto', guardRails: {}, secondPerson: false };

/** It orders the versions of one key, and those of different keys not at all. */
const sequencerOf = (key: string, versionId: string) =>
  `${sha256(key).slice(0, 8)}${Number(versionId.slice(1)).toString(16).padStart(8, '0')}`;

/** Steps after which waiting for a person counts as rest. */
const longestWait = 500;

/** The whole flow in one process: its functions over ports in memory, on a virtual clock, with a fault wherever one is decided. */
export function createWorld(options: WorldOptions = {}) {
  const { decisions = plainly, isOurs = true, mostSteps = 20_000, physics } = options;
  const { faults, mixing, disorder } = options.rates ?? { faults: 0, mixing: 0, disorder: 0 };
  let [ids, fires] = [0, 0];
  const approval = { ...approvalByDefault, ...options.approval };
  let ofProfile = noRule;
  const violations: string[] = [];
  const failures: string[] = [];
  const failed = (step: string, error: unknown) =>
    void failures.push(`${step}: ${error instanceof Error ? error.stack : String(error)}`);

  const scheduler = createScheduler({ decisions, mixing, due: () => triggers.due(), failed, physics });
  const now = () => new Date(scheduler.now());
  const note =
    options.onStep && ((line: string) => options.onStep?.(`${now().toISOString().slice(5, 23)} ${line}`));
  const { peek, watch, isAfterCancel } = createWatcher(violations, note);
  const onReal = (call: ImportCall) => {
    options.onReal?.(call);
    const seen = backend.peek?.() ?? peek;
    const repeated = effects.fired.filter(({ kind }) => kind === 'twice').length;
    const ruleOf = ({ profile }: Run) =>
      ruleFor({ ...(profile && { profile }), approvalRule: profile ? ofProfile : noRule }, approval);
    const around = { isAfterCancel, service: cloud.service, isOurs, ruleOf, repeated };
    violations.push(...breachesOnArrival(call, { ...seen, ...around }));
  };
  const inService = serviceEffects({ ...options, decisions, note, scheduler });
  const cloud: Cloud = createCloud({
    now,
    service: { ...options, ...inService, isOurs, onReal, scheduler },
    decisions,
    disorder,
    physics,
  });
  const effects = createEffects({
    scheduler,
    decisions,
    rate: faults,
    most: options.mostFaults ?? Infinity,
    kinds: options.kinds ?? new Set(Object.keys(faultKinds) as FaultKind[]),
    planned: options.planned,
    scripted: options.scripted,
    onEffect: note,
    physics,
    ...(options.paceMs && { paceMs: options.paceMs }),
  });
  const backend = (options.backend ?? memoryBackend)({
    cloud,
    clock: createClocks(decisions, scheduler.now),
    effects,
    scheduler,
    watch,
    newId: () => `id-${(ids += 1)}`,
    takesKey: options.usesKey ?? isOurs,
    expects: options.expects ?? isOurs,
    canRevert: options.canRevert ?? isOurs,
    approval,
    hasChannels: options.hasChannels ?? false,
  });
  const { ledger, migrations } = backend;
  const triggers = createTriggers({ cloud, scheduler, backend, note, physics });
  const { invoke, deadLetters } = triggers;

  async function step(): Promise<boolean> {
    if (!cloud.service.isReady()) await cloud.service.ready;
    if (scheduler.steps() > mostSteps) throw new Error('invariant 12: the world does not come to rest');
    return scheduler.step();
  }

  /** Only a person can go on: every run has asked one, or was told to wait for its turn. */
  const waitsForPerson = () => {
    const runs = [...(backend.peek?.() ?? peek).runs()].filter(({ status }) => !isEnded(status));
    // The migration of a run sends its mail.
    const hasAsked = ({ status, notice, migration }: Run) =>
      (asksPerson(status) && notice?.state === 'sent') ||
      (status === 'awaiting_approval' && migration !== undefined);
    const isBlocked = (run: Run) => waitsForLane(run) && run.blockedBy !== undefined;
    return runs.some(hasAsked) && runs.every((run) => hasAsked(run) || isBlocked(run));
  };

  /** Lets everything happen until nothing is left to do but to sweep, or until somebody has seen enough. */
  async function settle(isEnough: () => boolean = () => false): Promise<boolean> {
    triggers.stir();
    const from = scheduler.steps();
    while (!triggers.isAtRest() && !(scheduler.steps() - from > longestWait && waitsForPerson())) {
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

  /** Lets everything happen for some time. */
  async function later(ms: number): Promise<void> {
    let isOver = false;
    cloud.late.push({ at: scheduler.now() + ms, run: () => void (isOver = true) });
    while (!isOver) await step();
  }

  /** An upload into the inbox, with its event unless that is lost. */
  function drop(
    key: string,
    text: string | Uint8Array,
    how: { isEventLost?: boolean; isEventDead?: boolean; metadata?: Readonly<Record<string, string>> } = {},
  ): string {
    const place = { bucket: buckets.drops, key };
    const { versionId, bytes, landedAt } = cloud.s3.put(place, text, how.metadata);
    const arrivedAt = landedAt.toISOString();
    const sequencer = sequencerOf(key, versionId);
    const arrival = { ...place, versionId, bytes: bytes.length, droppedBy: 'somebody', arrivedAt, sequencer };
    if (!how.isEventLost)
      cloud.sqs.send(how.isEventDead ? 'deadArrivals' : 'arrivals', JSON.stringify(arrivalOf(arrival)));
    return runIdOf(arrival);
  }

  type Answered = { readonly status: number; readonly body: string };

  /** A person calls a function; without an answer the status is 500. */
  async function call(
    step: 'actOnMigration' | 'actOnRun' | 'eraseRuns',
    path: string,
    input: object = {},
  ): Promise<Answered> {
    let answered: Answered = { status: 500, body: '' };
    const body = JSON.stringify({ by: 'ana', ...readBefore(path), ...input });
    await invoke(step, async (functions) => {
      const request = { method: 'POST', path, query: {}, headers: {}, body, sourceIp: '' };
      const answer = await functions[step](request);
      answered = { status: answer.status, body: String(answer.body) };
    });
    return answered;
  }

  /** Whoever approves has read the plan. */
  function readBefore(path: string): { readonly plan?: string } {
    const [, asked] = /^\/runs\/(.*)\/approve$/u.exec(path) ?? [];
    const runs = asked === undefined ? [] : [...(backend.peek?.() ?? peek).runs()];
    const plan = runs.find(({ runId }) => runId === asked)?.approval?.plan.sha256;
    return plan === undefined ? {} : { plan };
  }

  async function runOf(runId: string) {
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
    hash: () => effects.hash() + inService.hash(),
    fired: effects.fired,
    /** Faults that happened in the service. */
    serviceFired: inService.fired,
    violations,
    failures,
    deadLetters,
    scheduler,
    drop,
    settle,
    step,
    until,
    later,
    call,
    /** A person acts on a run, and acts again when there was no answer. */
    act: async (runId: string, name: string, body: object = {}): Promise<Answered> => {
      for (let tried = 0; tried < 5; tried += 1) {
        const answered = await until(call('actOnRun', `/runs/${runId}/${name}`, body));
        if (answered.status < 500) return answered;
      }
      return { status: 500, body: '' };
    },
    invoke,
    /** An operator erases a record from all runs, call by call, and asks again a minute later when there was no answer. */
    erase: async (record: string): Promise<Answered> => {
      const bodies: string[] = [];
      let cursor: unknown;
      for (let failed = 0; failed < 8;) {
        const input = { record, receipt: 'a receipt of a person', cursor };
        const { status, body } = await until(call('eraseRuns', '/erase', input));
        if (status < 500) {
          cursor = z.looseObject({ next: z.unknown().optional() }).parse(JSON.parse(body)).next;
          bodies.push(body);
          if (cursor === undefined) return { status, body: bodies.join('\n') };
        } else {
          failed += 1;
          await later(minute);
        }
      }
      return { status: 500, body: '' };
    },
    deploy: triggers.deploy,
    outage: triggers.outage,
    redrive: () => invoke('redrive', (functions) => functions.redrive()),
    /** The schedule of a migration fires. */
    fire: (name: string, scheduledAt: string = now().toISOString()): string => {
      const stateMachineArn = 'arn:aws:states:us-east-1:1:stateMachine:migrations';
      const input = JSON.stringify({ name, scheduledAt });
      cloud.sfn.start({ name: `fired-${(fires += 1)}`, input, stateMachineArn });
      return migrationIdOf(name, scheduledAt);
    },
    /** With the name of who puts it, S3 reports it, as the key that all have here. */
    put: (key: string, bytes: string | Uint8Array, name?: string) => {
      const metadata = name === undefined ? undefined : { 'sluice-dropped-by': name };
      const { versionId } = cloud.s3.put({ bucket: buckets.drops, key }, bytes, metadata);
      if (name === undefined) return;
      const s3 = { bucket: { name: buckets.drops }, object: { key, size: bytes.length, versionId } };
      const record = { eventName: 'ObjectCreated:Put', userIdentity: { principalId: 'AWS:KEY' }, s3 };
      cloud.sqs.send('definitions', JSON.stringify({ Records: [record] }));
    },
    profile: (settings: object) => {
      ofProfile = { ...noRule, ...settings };
      cloud.s3.put({ bucket: buckets.drops, key: 'profiles/members.json' }, JSON.stringify(settings));
    },
    runOf,
    countsOf: async (runId: string) => countsOf(await runOf(runId), await ledger.submissions(runId)),
    resultOf: async (runId: string) => {
      const { resultKey } = await runOf(runId);
      return resultKey === undefined ? undefined : cloud.s3.get(buckets.files, resultKey);
    },
    /** Requests that are late arrive before time passes: in one jump it would overtake them. */
    pass: (ms: number) => {
      for (const one of cloud.late.splice(0)) one.run();
      scheduler.pass(ms);
    },
  };
}

export type World = ReturnType<typeof createWorld>;
