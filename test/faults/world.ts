import { countsOf, runIdOf, type Run } from '@sluice/ledger';
import { actOnRun } from '../../functions/act-on-run/act-on-run.ts';
import { services as actServices } from '../../functions/act-on-run/handler.ts';
import { services as readDropServices } from '../../functions/read-drop/handler.ts';
import { readDrop } from '../../functions/read-drop/read-drop.ts';
import { services as recordMailEventServices } from '../../functions/record-mail-event/handler.ts';
import { recordMailEvent } from '../../functions/record-mail-event/record-mail-event.ts';
import { sesEventSchema } from '../../functions/record-mail-event/ses-event.ts';
import { services as redriveServices } from '../../functions/redrive/handler.ts';
import { redrive } from '../../functions/redrive/redrive.ts';
import { services as reportRunServices } from '../../functions/report-run/handler.ts';
import { reportRun } from '../../functions/report-run/report-run.ts';
import { arrivalMessageSchema, arrivalOf, dropsIn } from '../../functions/shared/arrivals.ts';
import { createAwsLedger, createAwsMigrations } from '../../functions/shared/aws-ledger.ts';
import type { Outside } from '../../functions/shared/outside.ts';
import { batchMessageSchema } from '../../functions/shared/run-objects.ts';
import { services as submitBatchServices } from '../../functions/submit-batch/handler.ts';
import { submitBatch } from '../../functions/submit-batch/submit-batch.ts';
import { services as sweepServices } from '../../functions/sweep/handler.ts';
import { sweepAll } from '../../functions/sweep/sweep-all.ts';
import { services as trackRunServices } from '../../functions/track-run/handler.ts';
import { trackInputSchema, trackRun } from '../../functions/track-run/track-run.ts';
import { createMemoryDynamo } from './aws/dynamo.ts';
import {
  createMemorySecrets,
  createMemorySes,
  createMemorySfn,
  createMemorySqs,
  type Execution,
  type Message,
} from './aws/others.ts';
import { createMemoryS3 } from './aws/s3.ts';
import { createWatch, invocationNow, within, type Fault } from './effects.ts';
import { createMemoryScheduler } from './aws/scheduler.ts';
import { breachesOnArrival } from './intents.ts';
import { hooked, type Servers } from './outside.ts';
import { createMigrating } from './migrating.ts';
import { buildSealing, sealed } from './sealing.ts';
import { createTestService, secret, type ServiceOptions } from './service.ts';

export interface WorldOptions extends Omit<ServiceOptions, 'now' | 'onReal'> {
  readonly faults?: readonly Fault[];
  /** Keeps the stacks of all effects, which takes time. */
  readonly traces?: boolean;
}

const env = {
  DROP_BUCKET: 'drops',
  FILES_BUCKET: 'files',
  AUDIT_BUCKET: 'audit',
  LEDGER_TABLE: 'ledger',
  ARRIVAL_QUEUE_URL: 'http://aws.test/1/arrivals',
  DEFINITIONS_QUEUE_URL: 'http://aws.test/1/definitions',
  ARRIVAL_DEAD_LETTERS_URL: 'http://aws.test/1/deadArrivals',
  BATCH_DEAD_LETTERS_URL: 'http://aws.test/1/deadBatches',
  BATCH_QUEUE_URL: 'http://aws.test/1/batches',
  TRACKING_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:m',
  MIGRATIONS_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:migrations',
  SCHEDULE_GROUP: 'migrations',
  SCHEDULE_ROLE_ARN: 'arn:aws:iam::1:role/schedules',
  SCHEDULE_DEAD_LETTERS_ARN: 'arn:aws:sqs:us-east-1:1:dead',
  SERVICE_URL: 'http://service.test/api',
  SERVICE_SECRET_ARN: 'secret',
  // As it is read: a part.
  SERVICE_RESERVE_PERCENT: 0.1,
  MAIL_FROM: 'sluice@example.com',
  MAIL_CONFIGURATION_SET: 'mails',
  DEFAULT_EMAILS: 'ops@example.com',
} as const;

const minute = 60_000;
/** As the queues are declared: six timeouts of the consumer; a message that fails five times is dead. */
const hiddenMs: Readonly<Record<string, number>> = { arrivals: 30 * minute, batches: 3 * minute };
const deliveries = 5;
const sweepEveryMs = 15 * minute;
/** What a call takes, so that no two things happen at the same time. */
const effectMs = 3;
const mostSteps = 3000;

/**
 * The whole flow in one process: the real cores over the real adapters and the real SDK, wired as their handlers wire them, with
 * stand-ins behind the clients, a virtual clock, and a fault wherever the plan wants one.
 */
export function createWorld({ faults = [], traces = false, ...options }: WorldOptions) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  let [ids, steps, lastSweep] = [0, 0, time];
  const now = () => new Date((time += 1));
  const clock = () => new Date(time);
  const watch = createWatch(faults, { traces });
  const dynamo = createMemoryDynamo();
  const s3 = createMemoryS3({ now: clock });
  const sqs = createMemorySqs({ now: clock });
  const sfn = createMemorySfn({ now: clock });
  const scheduler = createMemoryScheduler();
  const ses = createMemorySes({ about: () => invocationNow().about });
  const violations: string[] = [];
  const deadLetters: Message[] = [];
  const failures: string[] = [];
  const service = createTestService({
    ...options,
    now: clock,
    onReal: (call) =>
      violations.push(...breachesOnArrival(call, { dynamo, calls: service.calls, isOurs: options.isOurs })),
  });
  const heard: { readonly importId: string; readonly invocation: { readonly isDead: boolean } }[] = [];

  const place: Servers = {
    heard: (body) => {
      const found = /"importId":"([^"]+)"/u.exec(body)?.[1];
      if (found !== undefined) heard.push({ importId: found, invocation: invocationNow() });
    },
    aws: {
      DynamoDBClient: dynamo.answer,
      S3Client: s3.answer,
      SQSClient: sqs.answer,
      SFNClient: sfn.answer,
      SESv2Client: ses.answer,
      SchedulerClient: scheduler.answer,
      SecretsManagerClient: createMemorySecrets({ secret }).answer,
    },
    http: (operation, body, headers) => {
      time += effectMs;
      return service.answer(operation, body, headers);
    },
  };
  const outside: Outside = {
    ...hooked,
    now,
    newId: () => `id-${(ids += 1)}`,
    sleep: async (ms) => void (time += ms),
    random: () => 0.5,
  };
  const flowEnv = {
    ...env,
    SERVICE_IDEMPOTENCY_KEY: options.isOurs ? 'true' : 'false',
    ...(options.isOurs && { SERVICE_REVERT_URL: 'http://service.test/control' }),
  } as const;

  // A function stays warm until it dies.
  const warm = new Map<string, unknown>();
  function warmed<S>(name: string, build: () => S): S {
    const known = warm.get(name) as S | undefined;
    if (known !== undefined) return known;
    const built = build();
    warm.set(name, built);
    return built;
  }

  type Ended = 'done' | 'failed' | 'died';
  async function invoke(step: string, run: () => Promise<unknown>, about?: string): Promise<Ended> {
    const invocation = { step, watch, place, about, isDead: false };
    time += effectMs;
    try {
      await within(invocation, run);
    } catch (error) {
      if (!invocation.isDead) failures.push(`${step}: ${String(error)}`);
      if (!invocation.isDead) return 'failed';
    }
    if (invocation.isDead) warm.delete(step);
    return invocation.isDead ? 'died' : 'done';
  }

  async function deliver(message: Message): Promise<void> {
    message.receives += 1;
    message.visibleAt = time + (hiddenMs[message.queue] ?? minute);
    const body: unknown = JSON.parse(message.body);
    const ended = await (consumers[message.queue] ?? submit)(body);
    if (ended !== 'done' && message.receives < deliveries) return;
    sqs.messages.splice(sqs.messages.indexOf(message), 1);
    if (ended !== 'done') deadLetters.push(message);
  }

  const consumers: Readonly<Record<string, (body: unknown) => Promise<Ended>>> = {
    arrivals: (body) =>
      invoke('readDrop', async () => {
        const services = warmed('readDrop', () => readDropServices(flowEnv, outside));
        for (const drop of dropsIn(arrivalMessageSchema.parse(body))) await readDrop(drop, services);
      }),
    definitions: (body) => migrating.schedule(body),
    mailEvents: (body) =>
      invoke('recordMailEvent', () => {
        const services = warmed('recordMailEvent', () => recordMailEventServices(flowEnv, outside));
        return recordMailEvent(sesEventSchema.parse(body), services);
      }),
  };

  function submit(body: unknown): Promise<Ended> {
    const message = batchMessageSchema.parse(body);
    const step = message.phase === 'dry' ? 'submitDry' : 'submitReal';
    return invoke(step, () =>
      submitBatch(
        message,
        warmed(step, () => submitBatchServices(flowEnv, outside)),
      ),
    );
  }

  async function stepExecution(execution: Execution): Promise<void> {
    const input = trackInputSchema.parse(execution.state);
    const ended = execution.at === 'track' ? await track(execution) : await report(input.runId);
    if (ended === 'done') {
      execution.failures = 0;
      const { next, waitSeconds } = execution.state as { next?: string; waitSeconds?: number };
      if (execution.at === 'track' && next === 'wait') execution.dueAt = time + (waitSeconds ?? 1) * 1000;
      else if (execution.at === 'track' && next === 'report') execution.at = 'report';
      // Somebody else sends the mail, or died over it.
      else if (execution.at === 'report' && told === 'inOtherHands') execution.dueAt = time + minute;
      else execution.running = false;
      return;
    }
    // Two more tries, 10 and 20 s later; then the execution fails, and the sweep finds that nobody tracks the run.
    execution.failures += 1;
    execution.dueAt = time + execution.failures * 10_000;
    if (execution.failures > 2) execution.running = false;
  }

  function track(execution: Execution): Promise<Ended> {
    return invoke('trackRun', async () => {
      const input = trackInputSchema.parse(execution.state);
      execution.state = await trackRun(
        input,
        warmed('trackRun', () => trackRunServices(flowEnv, outside)),
      );
    });
  }

  let told: string | undefined;
  function report(runId: string): Promise<Ended> {
    const services = () => warmed('reportRun', () => reportRunServices(flowEnv, outside));
    told = undefined;
    return invoke('reportRun', async () => void (told = await reportRun(runId, services())), runId);
  }
  const migrating = createMigrating({
    env: flowEnv,
    outside,
    sfn,
    clock,
    pass: (ms) => void (time += ms),
    invoke,
    warmed,
  });

  interface Due {
    readonly at: number;
    readonly moves: boolean;
    readonly run: () => Promise<void>;
  }

  /** What is due next, and when: a message, or an execution. */
  function nextDue(): Due | undefined {
    const waiting = sqs.messages.filter(({ queue }) => !queue.startsWith('dead'));
    const messages = waiting.map((message) => ({
      at: message.visibleAt,
      // The sweep tells of every definition again, each time.
      moves: message.queue !== 'definitions',
      run: () => deliver(message),
    }));
    const executions = [...sfn.executions.values()]
      .filter(({ running }) => running)
      .map((execution) => ({
        at: execution.dueAt,
        moves: true,
        run: () =>
          execution.machine === 'migrations' ? migrating.step(execution) : stepExecution(execution),
      }));
    return [...messages, ...executions].toSorted((one, other) => one.at - other.at)[0];
  }

  /** Lets everything happen until nothing is left to do but to sweep, or until somebody has seen enough. */
  async function settle(isEnough: () => boolean = () => false): Promise<boolean> {
    for (let quiet = 0; quiet < 2 || nextDue() !== undefined;) {
      if (isEnough()) return true;
      if ((steps += 1) > mostSteps) {
        violations.push('invariant 12: the world does not come to rest');
        return false;
      }
      const due = nextDue();
      const nextSweep = lastSweep + sweepEveryMs;
      if (due !== undefined && due.at <= nextSweep) {
        if (due.moves) quiet = 0;
        time = Math.max(time, due.at);
        await due.run();
        continue;
      }
      time = Math.max(time, nextSweep);
      lastSweep = time;
      const swept = await invoke('sweep', () =>
        sweepAll(warmed('sweep', () => sweepServices(flowEnv, outside))),
      );
      // What it found has begun to move, and one that failed comes again.
      quiet = swept === 'done' && nextDue()?.moves !== true ? quiet + 1 : 0;
    }
    return isEnough();
  }

  /** An upload into the inbox, with its event unless that is lost. */
  function drop(key: string, text: string, { isEventLost = false, isEventDead = false } = {}): string {
    const { versionId, bytes } = s3.put({ bucket: env.DROP_BUCKET, key }, text);
    const arrival = { bucket: env.DROP_BUCKET, key, versionId, bytes: bytes.length, droppedBy: 'somebody' };
    if (!isEventLost) sqs.send(isEventDead ? 'deadArrivals' : 'arrivals', JSON.stringify(arrivalOf(arrival)));
    return runIdOf(arrival);
  }

  /** The next day is sealed: functions/seal-history/handler.ts. */
  async function seal(): Promise<void> {
    time += 1560 * minute;
    const services = () => warmed('seal', () => buildSealing(flowEnv, outside));
    await sealed(services, (run) => invoke('seal', run));
  }

  /** A person acts on a run, and says it again when there was no answer. */
  async function act(runId: string, name: string, body: object = {}): Promise<number> {
    for (let tried = 0; tried < 5; tried += 1) {
      let status = 500;
      await invoke('act', async () => {
        const request = {
          method: 'POST',
          path: `/runs/${runId}/${name}`,
          query: {},
          headers: {},
          body: JSON.stringify({ by: 'ana', ...body }),
          sourceIp: '',
        };
        const services = warmed('act', () => actServices(flowEnv, outside));
        status = (await actOnRun(request, services)).status;
      });
      if (status < 500) return status;
      time += minute;
    }
    return 500;
  }

  /** Somebody has the dead letters redriven, and says it again when there was no answer. */
  async function redriveAll(): Promise<void> {
    for (let tried = 0; tried < 5 && sqs.messages.some(({ queue }) => queue.startsWith('dead')); tried += 1) {
      await invoke('redrive', () => redrive(warmed('redrive', () => redriveServices(flowEnv, outside))));
      time += 3 * minute;
    }
  }

  /** Looks at the ledger as any reader would, without a fault, and without being counted. */
  const ledger = createAwsLedger(flowEnv, outside);
  const migrations = createAwsMigrations(flowEnv, outside);
  const look = <T>(run: (known: typeof ledger) => Promise<T>): Promise<T> =>
    within({ step: 'look', watch: undefined, place, isDead: false }, () => run(ledger));

  async function runOf(runId: string): Promise<Run> {
    const run = await look((known) => known.run(runId));
    if (run === undefined) throw new Error(`invariant 8: there is no run ${runId}`);
    return run;
  }

  return {
    isOurs: options.isOurs,
    s3,
    sqs,
    sfn,
    ses,
    service,
    watch,
    violations,
    deadLetters,
    /** The importIds that reached a process which lived on. */
    heardIds: () => heard.filter(({ invocation }) => !invocation.isDead).map(({ importId }) => importId),
    /** What invocations threw, besides those that died as planned. */
    failures,
    drop,
    migrating,
    schedules: scheduler.schedules,
    redrive: redriveAll,
    seal,
    put: (key: string, text: string) => void s3.put({ bucket: env.DROP_BUCKET, key }, text),
    migrations,
    migration: (migrationId: string) => look(() => migrations.migration(migrationId)),
    settle,
    act,
    look,
    runOf,
    countsOf: async (runId: string) =>
      countsOf(await runOf(runId), await look((known) => known.submissions(runId))),
    profile: (settings: object) =>
      s3.put({ bucket: env.DROP_BUCKET, key: 'profiles/members.json' }, JSON.stringify(settings)),
    resultOf: async (runId: string) => {
      const { resultKey } = await runOf(runId);
      return resultKey === undefined ? undefined : s3.get(env.FILES_BUCKET, resultKey);
    },
    pass: (ms: number) => void (time += ms),
  };
}

export type World = ReturnType<typeof createWorld>;
