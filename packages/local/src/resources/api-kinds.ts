import * as z from 'zod';
import { accountRate, type Rate } from '../http-api/throttle.ts';
import { LocalError } from '../base/local-error.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { unsupported } from '../templates/unsupported.ts';
import { shortHash } from '../base/short-hash.ts';
import { region, urlSuffix } from '../base/pseudo-parameters.ts';

/** Computed from the stack and the logical id, in the form of an id on AWS. */
export function apiIdOf(resource: Resource): string {
  return shortHash(resource.place, 10);
}

/** The address on AWS that templates make from an API's id. */
export function awsAddressOf(apiId: string): string {
  return `https://${apiId}.execute-api.${region}.${urlSuffix}`;
}

/** `AWS::ApiGatewayV2::Api`: its server listens before any resource is identified, so that its address is known. */
export const apiKind: ResourceKind = {
  identify: (resource, { apis }) => {
    const id = apiIdOf(resource);
    return { ref: id, attributes: { ApiId: id, ApiEndpoint: apis.addressOf(id) } };
  },
  create: (resource) => {
    resource.parse(z.object({ ProtocolType: z.literal('HTTP', { error: 'only HTTP APIs are run here' }) }));
  },
};

/** `AWS::ApiGatewayV2::DomainName`: nothing resolves it to this machine. */
export const domainKind: ResourceKind = {
  identify: (resource) => {
    const name = String(resource.property('DomainName'));
    return { ref: name, attributes: { RegionalDomainName: `${name}.${urlSuffix}` } };
  },
  create: () => undefined,
};

const routeSettingsSchema = z.object({
  ThrottlingRateLimit: z.number().optional(),
  ThrottlingBurstLimit: z.number().optional(),
});
const stageSchema = z.object({
  ApiId: z.string(),
  StageName: z.string(),
  DefaultRouteSettings: routeSettingsSchema.default({}),
  RouteSettings: z.record(z.string(), routeSettingsSchema).default({}),
});

function rateOf(settings: z.infer<typeof routeSettingsSchema>): Rate {
  const { ThrottlingRateLimit: rate = accountRate.rate, ThrottlingBurstLimit: burst = accountRate.burst } =
    settings;
  return { rate, burst };
}

/** `AWS::ApiGatewayV2::Stage`: its name is the first part of the path, except that of `$default`. */
export const stageKind: ResourceKind = {
  identify: (resource) => ({ ref: String(resource.property('StageName')), attributes: {} }),
  create: (resource, { apis }) => {
    const { ApiId, StageName, DefaultRouteSettings, RouteSettings } = resource.parse(stageSchema);
    const rateOfRoute = (routeKey: string) => rateOf({ ...DefaultRouteSettings, ...RouteSettings[routeKey] });
    apis.addStage(ApiId, StageName, rateOfRoute);
  },
};

const integrationSchema = z.object({
  IntegrationType: z.literal('AWS_PROXY', { error: 'only functions answer requests here' }),
  IntegrationUri: z.string(),
  TimeoutInMillis: unsupported('only the usual timeout of 30 s is run here'),
  PayloadFormatVersion: z.literal('2.0', { error: 'only payload format 2.0 is run here' }),
});

/** `AWS::ApiGatewayV2::Integration`: its id is the function's ARN, which is all that a route needs. */
export const integrationKind: ResourceKind = {
  identify: (resource) => ({
    ref: functionArnOf(String(resource.property('IntegrationUri'))),
    attributes: {},
  }),
  create: (resource) => {
    resource.parse(integrationSchema);
  },
};

const authorizerSchema = z.object({
  ApiId: z.string(),
  AuthorizerType: z.literal('REQUEST', { error: 'only functions authorize requests here' }),
  AuthorizerUri: z.string(),
  AuthorizerPayloadFormatVersion: z.literal('2.0', { error: 'only payload format 2.0 is run here' }),
  EnableSimpleResponses: z.literal(true, { error: 'only simple answers are understood here' }),
  AuthorizerResultTtlInSeconds: z.literal(0, { error: 'no answer is kept here' }),
  AuthorizerCredentialsArn: unsupported('only a permission of the function lets it be called here'),
  IdentitySource: z
    .array(z.string().regex(/^\$request\.header\./, { error: 'only headers are identity sources here' }))
    .min(1),
});
const authorizerIdOf = (resource: Resource): string => shortHash(resource.place, 6);

/** `AWS::ApiGatewayV2::Authorizer` */
export const authorizerKind: ResourceKind = {
  identify: (resource) => ({
    ref: authorizerIdOf(resource),
    attributes: { AuthorizerId: authorizerIdOf(resource) },
  }),
  create: (resource, { apis }) => {
    const { ApiId, AuthorizerUri, IdentitySource } = resource.parse(authorizerSchema);
    apis.addAuthorizer(ApiId, {
      id: authorizerIdOf(resource),
      functionArn: functionArnOf(AuthorizerUri),
      headers: IdentitySource.map((source) => source.replace('$request.header.', '').toLowerCase()),
    });
  },
};

const routeSchema = z.object({
  ApiId: z.string(),
  RouteKey: z
    .string()
    .regex(/^(?:\$default|(?!ANY )[A-Z]+ \/[^+]*)$/, { error: 'neither ANY nor {name+} is run here' }),
  Target: z.string(),
  AuthorizationType: z
    .enum(['NONE', 'AWS_IAM', 'CUSTOM'], { error: 'only AWS_IAM and functions guard routes here' })
    .default('NONE'),
  AuthorizerId: z.string().optional(),
});

/** `AWS::ApiGatewayV2::Route` */
export const routeKind: ResourceKind = {
  identify: (resource) => ({
    ref: shortHash(resource.place, 7),
    attributes: { RouteId: shortHash(resource.place, 7) },
  }),
  create: (resource, { apis }) => {
    const { ApiId, RouteKey, Target, AuthorizationType, AuthorizerId } = resource.parse(routeSchema);
    const functionArn = /^integrations\/(.+)$/.exec(Target)?.[1];
    if (functionArn === undefined)
      throw new LocalError('template_unsupported', `${resource.place}: ${Target} is not an integration.`);
    apis.addRoute(ApiId, {
      routeKey: RouteKey,
      functionArn,
      guarded: AuthorizationType === 'AWS_IAM',
      ...(AuthorizationType === 'CUSTOM' && { authorizerId: AuthorizerId }),
    });
  },
};

/** Plain, or wrapped as `arn:…:apigateway:…:path/2015-03-31/functions/<arn>/invocations`. */
function functionArnOf(uri: string): string {
  return /functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri;
}
