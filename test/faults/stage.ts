import type { Outside } from '../../functions/adapters/outside.ts';
import { createMemoryDynamo } from './aws/dynamo.ts';
import { createMemorySecrets, createMemorySes, createMemorySfn, createMemorySqs } from './aws/others.ts';
import { createMemoryS3 } from './aws/s3.ts';
import { createMemoryScheduler } from './aws/scheduler.ts';
import { createWatch, invocationNow, within, type Fault } from './effects.ts';
import { breachesOnArrival } from './intents.ts';
import { hooked, type Servers } from './outside.ts';
import { createTestService, secret, type ServiceOptions } from './service.ts';

export interface StageOptions extends Omit<ServiceOptions, 'now' | 'onReal'> {
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

/** What a call takes, so that no two things happen at the same time. */
const effectMs = 3;

export type Ended = 'done' | 'failed' | 'died';

/**
 * Where the functions of the flow are invoked: stand-ins behind the clients of the real SDK, a virtual clock, and processes that stay
 * warm until they die.
 */
export function createStage({ faults = [], traces = false, ...options }: StageOptions) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  let ids = 0;
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
  /** What invocations threw, besides those that died as planned. */
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

  /** Looks without a fault, and without being counted. */
  const look = <T>(run: () => Promise<T>): Promise<T> =>
    within({ step: 'look', watch: undefined, place, isDead: false }, run);

  return {
    env: flowEnv,
    outside,
    s3,
    sqs,
    sfn,
    ses,
    scheduler,
    service,
    watch,
    violations,
    failures,
    /** Without passing time. */
    clock,
    pass: (ms: number) => void (time += ms),
    /** Lets it be this time, unless it is later. */
    passUntil: (at: number) => void (time = Math.max(time, at)),
    warmed,
    invoke,
    look,
    /** The importIds that reached a process which lived on. */
    heardIds: () => heard.filter(({ invocation }) => !invocation.isDead).map(({ importId }) => importId),
  };
}

export type Stage = ReturnType<typeof createStage>;
