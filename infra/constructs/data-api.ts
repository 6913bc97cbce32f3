import { controlApiEnv } from '@sluice/functions/control-api/env';
import { dataApiEnv } from '@sluice/functions/data-api/env';
import { eraseImportsEnv } from '@sluice/functions/erase-imports/env';
import { Duration } from 'aws-cdk-lib';
import { HttpMethod, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { AuditBucket } from './audit-bucket.ts';
import type { DataBucket } from './data-bucket.ts';
import type { DataTable } from './data-table.ts';
import { keyFor, readSecret } from './encryption.ts';
import { together, type Grant } from './grant.ts';
import { HttpFront, type Throttle } from './http-front.ts';
import type { Stage } from '../settings/settings.ts';
import type { ImportEngine } from './import-engine.ts';
import { ServiceFunction } from './service-function.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import { controlUrlAt } from './target-service.ts';

export interface DataApiProps {
  readonly data: DataTable;
  readonly files: DataBucket;
  /** Keeps the audit log of the control panel. */
  readonly audit: AuditBucket;
  readonly engine: ImportEngine;
  readonly webhooks: WebhookDelivery;
  readonly reserved: Stage['reserved'];
  readonly throttle: Throttle;
}

/** Less than the 30 s after which the gateway itself answers. */
const timeout = Duration.seconds(29);

/** Operations are called. Beside them is the control panel, which no token opens. */
export class DataApi extends Construct {
  readonly url: string;
  readonly domain: HttpFront['domain'];
  readonly controlUrl: string;
  readonly apiId: string;

  constructor(
    scope: Construct,
    id: string,
    { data, files, audit, engine, webhooks, reserved, throttle }: DataApiProps,
  ) {
    super(scope, id);
    const dataApi = new ServiceFunction(this, 'DataApi', {
      folder: 'data-api',
      env: dataApiEnv,
      given: together(
        data.grantFor('operations'),
        files.grantFor('bodies', 'imports', 'writeWrites', 'readDocuments', 'writeChanges'),
        webhooks.grantSendChanges(),
        engine.imports.grantSend((url) => ({ IMPORT_QUEUE_URL: url })),
        this.#signing(),
      ),
      timeout,
      memoryMb: 1024,
      reserved: reserved.operations,
      impact: 'Callers of the service get no answer, and cannot know whether it accepted what they sent.',
    });
    const controlApi = new ServiceFunction(this, 'ControlApi', {
      folder: 'control-api',
      env: controlApiEnv,
      given: together(
        data.grantFor('control'),
        files.grantFor(
          ...(['bodies', 'imports', 'readImages', 'writes'] as const),
          ...(['writeDocuments', 'writeChanges', 'deliveries'] as const),
        ),
        engine.imports.grantSend((url) => ({ IMPORT_QUEUE_URL: url })),
        webhooks.grantSendChanges(),
        webhooks.grantSendDeliveries(),
        audit.grantPanelLog(),
      ),
      timeout,
      memoryMb: 512,
      reserved: reserved.panel,
      impact: 'Operators cannot create or withdraw tokens; callers of the service are not affected.',
    });
    const front = new HttpFront(this, 'Front', {
      name: 'data-api',
      throttle,
      domain: stageAround(this).domains.service,
      impact:
        'Callers of the service get errors of the gateway, and cannot know whether it accepted an import.',
    });
    const operations = front.route('Operations', { key: HttpRouteKey.DEFAULT, to: dataApi });
    acknowledge(operations, {
      'AwsSolutions-APIG4':
        'Each operation checks its own token and answers a wrong one in the envelope of the interface.',
    });
    this.#panel(front, { control: controlApi, erase: this.#erase({ data, files, audit, webhooks }) });
    this.url = front.url;
    this.domain = front.domain;
    this.controlUrl = controlUrlAt(front.url);
    this.apiId = front.apiId;
  }

  /** Operators must get through when somebody floods the operations: they can disable the token. */
  #panel(front: HttpFront, { control, erase }: Record<'control' | 'erase', ServiceFunction>): void {
    const routes = [
      ['Control', '/control/{operation}', control],
      ['Erase', '/control/eraseRecord', erase],
      ['Undo', '/undo/{operation}', control],
    ] as const;
    for (const [id, path, to] of routes)
      front.route(id, {
        key: HttpRouteKey.with(path, HttpMethod.POST),
        to,
        authorizer: new HttpIamAuthorizer(),
        throttle: { rateLimit: 20, burstLimit: 40 },
      });
  }

  /** An operation of the control panel with a function of its own: no other may remove versions. */
  #erase({
    data,
    files,
    audit,
    webhooks,
  }: Pick<DataApiProps, 'data' | 'files' | 'audit' | 'webhooks'>): ServiceFunction {
    return new ServiceFunction(this, 'EraseImports', {
      folder: 'erase-imports',
      env: eraseImportsEnv,
      given: together(
        data.grantFor('erasing'),
        files.grantErase(),
        audit.grantPanelLog(),
        webhooks.grantSendChanges(),
      ),
      timeout,
      // It holds an object of up to 48 MiB, and what replaces it.
      memoryMb: 1769,
      impact: 'Nobody can erase the values of a record from imports; what is kept expires as before.',
    });
  }

  /** The key with which the service signs its cursors. */
  #signing(): Grant<{ readonly SIGNING_SECRET_ARN: string }> {
    const encryptionKey = keyFor('secrets', this);
    const secret = new Secret(this, 'SigningKey', {
      description: 'Signs the cursors of the service. A new value makes cursors in use invalid.',
      ...(encryptionKey && { encryptionKey }),
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'A new key invalidates the cursors of listings in progress; a person replaces it if it leaked.',
    });
    return readSecret({ SIGNING_SECRET_ARN: secret.secretArn }, secret);
  }
}
