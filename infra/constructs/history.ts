import { actOnRunEnv } from '@sluice/functions/act-on-run/env';
import { eraseRunsEnv } from '@sluice/functions/erase-runs/env';
import { historyApiEnv } from '@sluice/functions/history-api/env';
import { redriveEnv } from '@sluice/functions/redrive/env';
import { Duration, Stack } from 'aws-cdk-lib';
import { HttpMethod, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Construct } from 'constructs';
import type { AuditBucket } from './audit-bucket.ts';
import type { FlowParts } from './flow-parts.ts';
import { setting, together } from './grant.ts';
import type { HttpFront } from './http-front.ts';
import type { Migrations } from './migrations.ts';
import { ServiceFunction } from './service-function.ts';
import type { Tracking } from './tracking.ts';
import type { WorkQueue } from './work-queue.ts';

export interface HistoryProps extends Pick<FlowParts, 'drops' | 'files' | 'ledger' | 'service'> {
  readonly audit: AuditBucket;
  readonly tracking: Tracking;
  /** The queues whose dead letters can be redriven. */
  readonly arrivals: WorkQueue;
  readonly batches: WorkQueue;
  readonly migrations: Migrations;
  readonly front: HttpFront;
  /** How long objects of a run may be kept. */
  readonly keptDays: number;
}

const reads = [
  ['Runs', '/runs'],
  ['Run', '/runs/{runId}'],
  ['Events', '/runs/{runId}/events'],
  ['Items', '/runs/{runId}/items'],
  ['Rows', '/runs/{runId}/rows'],
  ['Seals', '/seals'],
  ['Heads', '/seals/{day}/heads'],
  ['Migrations', '/migrations'],
  ['Migration', '/migrations/{subject}'],
] as const;

/**
 * People ask what happened, or act on a run; IAM decides who may. Reading is `GET` and has no permission to write. Acting is
 * `POST`, with functions and paths of its own.
 */
export class History extends Construct {
  readonly url: string;
  readonly domain: HttpFront['domain'];
  readonly historyApi: ServiceFunction;
  readonly actOnRun: ServiceFunction;
  readonly #front: HttpFront;

  constructor(scope: Construct, id: string, props: HistoryProps) {
    super(scope, id);
    const { ledger, audit, service, tracking, drops, files, migrations, front } = props;
    const historyApi = new ServiceFunction(this, 'HistoryApi', {
      folder: 'history-api',
      env: historyApiEnv,
      given: together(
        ledger.grantRead(),
        service.reserve(),
        audit.grantRead(),
        drops.grantReadMigrations(),
        files.grantReadOutcomes(),
      ),
      timeout: Duration.seconds(29),
      memoryMb: 256,
      impact: 'People and auditors cannot see what became of a drop; the drops continue.',
    });
    const actOnRun = new ServiceFunction(this, 'ActOnRun', {
      folder: 'act-on-run',
      env: actOnRunEnv,
      given: together(
        ledger.grantFor('actOnRun'),
        drops.grantListVersions(),
        tracking.grantStart(),
        service.revertAddress(),
      ),
      timeout: Duration.seconds(29),
      memoryMb: 256,
      impact: 'People cannot cancel, undo or decide on a run; runs that wait for a decision keep waiting.',
    });
    const authorizer = new HttpIamAuthorizer();
    for (const [name, path] of reads)
      front.route(name, { key: HttpRouteKey.with(path, HttpMethod.GET), to: historyApi, authorizer });
    const acts = [
      ['Act', '/runs/{runId}/{act}', actOnRun],
      ['RedriveAll', '/redrive', this.#redrive(props)],
      ['Erase', '/erase', this.#erase(props)],
      ['ActOnMigration', '/migrations/{subject}/{act}', migrations.actOnMigration],
    ] as const;
    for (const [name, path, to] of acts)
      front.route(name, { key: HttpRouteKey.with(path, HttpMethod.POST), to, authorizer });
    this.historyApi = historyApi;
    this.actOnRun = actOnRun;
    this.url = front.url;
    this.domain = front.domain;
    this.#front = front;
  }

  /** The ARN of a request, such as `GET/runs/*`. */
  arnOf(request: string): string {
    const resource = `${this.#front.apiId}/$default/${request}`;
    return Stack.of(this).formatArn({ service: 'execute-api', resource });
  }

  #erase({ ledger, drops, files, keptDays }: HistoryProps): ServiceFunction {
    return new ServiceFunction(this, 'EraseRuns', {
      folder: 'erase-runs',
      env: eraseRunsEnv,
      given: together(
        ledger.grantFor('eraseRuns'),
        drops.grantErase(),
        files.grantErase(),
        setting({ KEPT_DAYS: String(keptDays) }),
      ),
      timeout: Duration.seconds(29),
      // It holds an object of up to 48 MiB, and what replaces it.
      memoryMb: 1769,
      impact: 'Nobody can erase the values of a record; what is kept expires as before.',
    });
  }

  #redrive({ ledger, arrivals, batches }: HistoryProps): ServiceFunction {
    return new ServiceFunction(this, 'Redrive', {
      folder: 'redrive',
      env: redriveEnv,
      given: together(
        ledger.grantFor('redrive'),
        arrivals.grantSend((url) => ({ ARRIVAL_QUEUE_URL: url })),
        arrivals.grantTakeDeadLetters((url) => ({ ARRIVAL_DEAD_LETTERS_URL: url })),
        batches.grantSend((url) => ({ BATCH_QUEUE_URL: url })),
        batches.grantTakeDeadLetters((url) => ({ BATCH_DEAD_LETTERS_URL: url })),
      ),
      timeout: Duration.seconds(29),
      memoryMb: 256,
      impact:
        'Operators cannot redrive dead letters: their runs wait until the sweep resumes them or a person acts.',
    });
  }
}
