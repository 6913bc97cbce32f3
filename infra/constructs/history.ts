import { historyApiEnv } from '@sluice/functions/history-api/env';
import { Duration } from 'aws-cdk-lib';
import { HttpMethod, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Construct } from 'constructs';
import { HttpFront, type Throttle } from './http-front.ts';
import type { LedgerTable } from './ledger-table.ts';
import { ServiceFunction } from './service-function.ts';

export interface HistoryProps {
  readonly ledger: LedgerTable;
  readonly throttle: Throttle;
}

/** Somebody asks what happened: the runs, to those whom IAM lets in. */
export class History extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, { ledger, throttle }: HistoryProps) {
    super(scope, id);
    const historyApi = new ServiceFunction(this, 'HistoryApi', {
      folder: 'history-api',
      env: historyApiEnv,
      given: ledger.grantRead(),
      timeout: Duration.seconds(29),
      memoryMb: 256,
      impact: 'People and auditors cannot see what became of a drop; the drops themselves go on.',
    });
    const front = new HttpFront(this, 'Front', {
      name: 'history',
      throttle,
      impact: 'People and auditors get errors instead of the import history; the drops themselves go on.',
    });
    const authorizer = new HttpIamAuthorizer();
    front.route('Runs', { key: HttpRouteKey.with('/runs', HttpMethod.GET), to: historyApi, authorizer });
    front.route('Run', {
      key: HttpRouteKey.with('/runs/{runId}', HttpMethod.GET),
      to: historyApi,
      authorizer,
    });
    this.url = front.url;
  }
}
