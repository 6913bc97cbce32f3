import { z } from 'zod';
import { accountRate, type Rate } from './throttle.ts';
import { LocalError } from '../local-error.ts';
import type { Resource, ResourceKind } from '../machine/resource-kind.ts';
import { unsupported } from '../templates/unsupported.ts';
import { shortHash } from '../short-hash.ts';
import { region, urlSuffix } from '../templates/pseudo-parameters.ts';

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
  StageName: z.literal('$default', { error: 'only the stage $default is run here' }),
  DefaultRouteSettings: routeSettingsSchema.default({}),
  RouteSettings: z.record(z.string(), routeSettingsSchema).default({}),
});

function rateOf(settings: z.infer<typeof routeSettingsSchema>): Rate {
  const { ThrottlingRateLimit: rate = accountRate.rate, ThrottlingBurstLimit: burst = accountRate.burst } =
    settings;
  return { rate, burst };
}

/** `AWS::ApiGatewayV2::Stage`: only the default one, whose name is not part of the path. */
export const stageKind: ResourceKind = {
  identify: (resource) => ({ ref: String(resource.property('StageName')), attributes: {} }),
  create: (resource, { apis }) => {
    const { ApiId, DefaultRouteSettings, RouteSettings } = resource.parse(stageSchema);
    apis.throttle(ApiId, (routeKey) => rateOf({ ...DefaultRouteSettings, ...RouteSettings[routeKey] }));
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

const routeSchema = z.object({
  ApiId: z.string(),
  RouteKey: z
    .string()
    .regex(/^(?:\$default|(?!ANY )[A-Z]+ \/[^+]*)$/, { error: 'neither ANY nor {name+} is run here' }),
  Target: z.string(),
  AuthorizationType: z
    .enum(['NONE', 'AWS_IAM'], { error: 'only AWS_IAM guards routes here' })
    .default('NONE'),
});

/** `AWS::ApiGatewayV2::Route` */
export const routeKind: ResourceKind = {
  identify: (resource) => ({
    ref: shortHash(resource.place, 7),
    attributes: { RouteId: shortHash(resource.place, 7) },
  }),
  create: (resource, { apis }) => {
    const { ApiId, RouteKey, Target, AuthorizationType } = resource.parse(routeSchema);
    const functionArn = /^integrations\/(.+)$/.exec(Target)?.[1];
    if (functionArn === undefined)
      throw new LocalError('template_unsupported', `${resource.place}: ${Target} is not an integration.`);
    apis.addRoute(ApiId, { routeKey: RouteKey, functionArn, guarded: AuthorizationType === 'AWS_IAM' });
  },
};

/** Plain, or wrapped as `arn:…:apigateway:…:path/2015-03-31/functions/<arn>/invocations`. */
function functionArnOf(uri: string): string {
  return /functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri;
}
