import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  CfnStage,
  DomainName,
  HttpApi,
  HttpRoute,
  HttpStage,
  LogGroupLogDestination,
  type HttpRouteKey,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { Stage } from '../settings/settings.ts';
import { Operations } from './operations.ts';
import type { ServiceFunction } from './service-function.ts';

export interface Throttle {
  /** Requests per second, of all callers together. */
  readonly rateLimit: number;
  readonly burstLimit: number;
}

export interface HttpFrontProps {
  /** Kebab-case: the alarm is `<name>-gateway-errors`. */
  readonly name: string;
  /** The first part of the path of each request; `$default` is none. */
  readonly stageName?: string;
  readonly throttle: Throttle;
  /** A name of our own, besides that of AWS. */
  readonly domain: Stage['domains']['service'];
  /** Whether its alarms are only in full monitoring. */
  readonly isDetail?: true;
  /** A sentence: who is affected, and how, when the gateway answers 5xx. */
  readonly impact: string;
}

export interface Routing {
  readonly key: HttpRouteKey;
  readonly to: ServiceFunction;
  readonly authorizer?: IHttpRouteAuthorizer;
  /** Of its own, apart from the other routes. */
  readonly throttle?: Throttle;
}

/** Variables that HTTP APIs have. None has a header, the query or the body, since they contain tokens. */
const accessLog = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  sourceIp: '$context.identity.sourceIp',
  userArn: '$context.identity.userArn',
  method: '$context.httpMethod',
  path: '$context.path',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  error: '$context.error.message',
  integrationStatus: '$context.integration.status',
  integrationError: '$context.integrationErrorMessage',
};

/** A throttled HTTP API with one stage and an access log. */
export class HttpFront extends Construct {
  /** Without a slash at its end. */
  readonly url: string;
  readonly stage: HttpStage;
  readonly apiId: string;
  /** Its own name, and the one at AWS that its DNS record names. */
  readonly domain: { readonly url: string; readonly target: string } | undefined;
  readonly #api: HttpApi;
  /** By the key of the route. */
  readonly #settings: Record<string, object> = {};

  constructor(
    scope: Construct,
    id: string,
    { name, stageName = '$default', throttle, domain, isDetail, impact }: HttpFrontProps,
  ) {
    super(scope, id);
    const operations = Operations.of(this);
    this.#api = new HttpApi(this, 'Api', { createDefaultStage: false });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.#api,
      stageName,
      autoDeploy: true,
      throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(operations.logGroup(this)),
        format: AccessLogFormat.custom(JSON.stringify(accessLog)),
      },
    });
    this.url = this.#api.apiEndpoint;
    this.apiId = this.#api.apiId;
    this.domain = domain && this.#domainOf(domain);
    operations.watched.gateways.push({ name, api: this.#api });
    operations.alarm(this, {
      name: `${name}-gateway-errors`,
      impact,
      metric: this.#api.metricServerError({ period: Duration.minutes(15), statistic: 'Sum' }),
      threshold: 3,
      ...(isDetail && { isDetail }),
    });
    operations.alarm(new Construct(this, 'Refusals'), {
      name: `${name}-gateway-refusals`,
      impact:
        'Callers are refused before they reach a function: one without permission may be trying, or many send too much.',
      metric: this.#api.metricClientError({ period: Duration.minutes(15), statistic: 'Sum' }),
      threshold: 100,
      ...(isDetail && { isDetail }),
    });
  }

  /** The whole domain is one API's: functions read the path of a request from its beginning. */
  #domainOf({ name, certificate: arn }: NonNullable<HttpFrontProps['domain']>) {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', arn);
    const domainName = new DomainName(this, 'Domain', { domainName: name, certificate });
    new ApiMapping(this, 'Mapping', { api: this.#api, domainName, stage: this.stage });
    return { url: `https://${name}`, target: domainName.regionalDomainName };
  }

  route(id: string, { key, to, authorizer, throttle }: Routing): HttpRoute {
    const route = new HttpRoute(this, id, {
      httpApi: this.#api,
      routeKey: key,
      integration: new HttpLambdaIntegration(`${id}Integration`, to.live),
      ...(authorizer && { authorizer }),
    });
    if (throttle) {
      const { rateLimit: ThrottlingRateLimit, burstLimit: ThrottlingBurstLimit } = throttle;
      this.#settings[key.key] = { ThrottlingRateLimit, ThrottlingBurstLimit };
      const stage = this.stage.node.defaultChild;
      if (!(stage instanceof CfnStage)) throw new Error(`${id}: the stage has no resource`);
      stage.routeSettings = this.#settings;
      // The stage refuses settings of a route that does not exist.
      stage.node.addDependency(route);
    }
    return route;
  }
}
