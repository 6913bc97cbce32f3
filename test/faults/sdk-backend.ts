import { answer } from '@sluice/flow/history/answer';
import { runKey, submissionKey } from '../../packages/ledger/src/dynamodb/keys.ts';
import { readSubmissionItem } from '../../packages/ledger/src/dynamodb/submission-items.ts';
import { services as actOnMigrationServices } from '../../functions/act-on-migration/handler.ts';
import { services as actOnRunServices } from '../../functions/act-on-run/handler.ts';
import { createAwsLedger, createAwsMigrations } from '../../functions/adapters/aws-ledger.ts';
import type { Outside } from '../../functions/adapters/outside.ts';
import { services as eraseRunsServices } from '../../functions/erase-runs/handler.ts';
import { services as historyServices } from '../../functions/history-api/handler.ts';
import { services as readDropServices } from '../../functions/read-drop/handler.ts';
import { services as recordMailEventServices } from '../../functions/record-mail-event/handler.ts';
import { services as recordRevertServices } from '../../functions/record-revert/handler.ts';
import { services as redriveServices } from '../../functions/redrive/handler.ts';
import { services as reportRunServices } from '../../functions/report-run/handler.ts';
import { services as runMigrationServices } from '../../functions/run-migration/handler.ts';
import { services as scheduleMigrationServices } from '../../functions/schedule-migration/handler.ts';
import { services as sealHistoryServices } from '../../functions/seal-history/handler.ts';
import { services as submitBatchServices } from '../../functions/submit-batch/handler.ts';
import { services as sweepServices } from '../../functions/sweep/handler.ts';
import { services as trackRunServices } from '../../functions/track-run/handler.ts';
import type { LostTime } from '@sluice/ledger';
import { flowFunctions, type Backend, type BackendParts } from '../simulation/backend.ts';
import { processNow } from '../simulation/scheduler.ts';
import { secret } from '../simulation/service.ts';
import type { Peek } from '../simulation/watching.ts';
import { createMemoryDynamo, type MemoryDynamo } from './aws/dynamo.ts';
import { createMemorySecrets, createMemorySes, createMemorySns } from './aws/others.ts';
import { createMemoryScheduler } from './aws/scheduler.ts';
import { hooked, answerWith } from './outside.ts';

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
  NOTICE_ROUTES: { channels: [] },
  WEBHOOKS_ALLOW_LOOPBACK: false,
  STACK_ID: 'arn:aws:cloudformation:us-east-1:000000000000:stack/BulkImportStack/local',
  DEFAULT_EMAILS: ['ops@example.com'],
  LINKS_URL: 'http://history.test/files',
  LINK_DAYS: 3,
} as const;

const hook = { kind: 'webhook', secretArn: 'hook', hosts: ['hooks.test'] } as const;
const noticeRoutes = {
  channels: [
    { ...hook, name: 'hook' },
    { kind: 'topic', name: 'topic', topicArn: 'arn:aws:sns:us-east-1:1:topic' },
  ],
} as const;

/** On AWS they are usually less than a second. */
const lags = { indexMs: 10_000, readMs: 1_000 };

interface LedgerTable {
  readonly dynamo: MemoryDynamo;
  /** What the settings of the stack state that a restored table lost. */
  readonly lost: () => LostTime | undefined;
}

/** The functions over their real adapters and the real AWS SDK, wired as the handlers wire them, with small servers behind the clients. */
export function sdkBackend(
  { cloud, effects, scheduler, newId, takesKey, expects, canRevert, approval, hasChannels }: BackendParts,
  {
    dynamo = createMemoryDynamo({ lag: { ...lags, now: cloud.now } }),
    lost = () => undefined,
  }: Partial<LedgerTable> = {},
): Backend {
  const { s3, sqs, sfn, mails, notices, service, schedules } = cloud;
  if (hasChannels) cloud.channels.push(...noticeRoutes.channels.map(({ name }) => name));
  answerWith({
    effect: effects.effect,
    aside: scheduler.aside,
    received: (body) => {
      const importId = /"importId":"([^"]+)"/u.exec(body)?.[1];
      const process = processNow();
      if (importId !== undefined && process !== undefined) cloud.received.push({ importId, process });
    },
    aws: {
      DynamoDBClient: dynamo.answer,
      S3Client: s3.answer,
      SQSClient: sqs.answer,
      SFNClient: sfn.answer,
      SESv2Client: createMemorySes(mails).answer,
      SchedulerClient: createMemoryScheduler(schedules).answer,
      SecretsManagerClient: createMemorySecrets({
        secret,
        hook: { url: 'https://hooks.test/x', secret: 'key' },
      }).answer,
      SNSClient: createMemorySns(notices).answer,
    },
    http: service.answer,
    hook: () => void notices.push('hook'),
  });
  const outside: Outside = {
    ...hooked,
    now: cloud.now,
    newId,
    sleep: scheduler.sleep,
    random: () => 0.5,
  };
  const flowEnv = {
    ...env,
    SERVICE_IDEMPOTENCY_KEY: takesKey,
    SERVICE_EXPECTATIONS: expects,
    ...(hasChannels && { NOTICE_ROUTES: noticeRoutes }),
    ...(canRevert && { SERVICE_REVERT_URL: 'http://service.test/undo' }),
  } as const;
  return {
    ledger: createAwsLedger(flowEnv, outside),
    migrations: createAwsMigrations(flowEnv, outside),
    peek: () => peekInto(dynamo, new Set(service.calls.map(({ run }) => run))),
    build: () => {
      const history = historyServices(flowEnv, outside);
      const restorableEnv = { ...flowEnv, LEDGER_LOST: lost() };
      return {
        ...flowFunctions({
          readDrop: readDropServices({ ...restorableEnv, APPROVAL: approval }, outside),
          submitBatch: submitBatchServices(restorableEnv, outside),
          trackRun: trackRunServices(restorableEnv, outside),
          reportRun: reportRunServices(flowEnv, outside),
          runMigration: runMigrationServices(flowEnv, outside),
          scheduleMigration: scheduleMigrationServices(flowEnv, outside),
          recordMailEvent: recordMailEventServices(flowEnv, outside),
          recordRevert: recordRevertServices(flowEnv, outside),
          actOnRun: actOnRunServices(flowEnv, outside),
          actOnMigration: actOnMigrationServices(flowEnv, outside),
          redrive: redriveServices(flowEnv, outside),
          eraseRuns: eraseRunsServices({ ...flowEnv, KEPT_DAYS: 400 }, outside),
          sealHistory: sealHistoryServices(flowEnv, outside),
          sweep: sweepServices(restorableEnv, outside),
        }),
        get: (path) =>
          answer({ method: 'GET', path, query: {}, headers: {}, body: '', sourceIp: '' }, history),
      };
    },
  };
}

/** The items as they are stored, which are as the ledger answers them but for their keys. */
function peekInto(dynamo: MemoryDynamo, runIds: ReadonlySet<string>): Peek {
  const at = ({ pk, sk }: { readonly pk: string; readonly sk: string }) => dynamo.peek(pk, sk) as never;
  return {
    runs: () => [...runIds].flatMap((runId) => at(runKey(runId)) ?? []),
    submission: (ref) => {
      const { pk, sk } = submissionKey(ref);
      const item = dynamo.peek(pk, sk);
      return item && readSubmissionItem(item);
    },
  };
}
