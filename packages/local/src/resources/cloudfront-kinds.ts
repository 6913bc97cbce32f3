import * as z from 'zod';
import { LocalError } from '../base/local-error.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { shortHash } from '../base/short-hash.ts';
import { unsupported } from '../templates/unsupported.ts';
import type { Behaviour, Origin } from '../cloudfront/distributions.ts';
import { headersOf, headersPolicySchema } from '../cloudfront/headers-policy.ts';

/** Computed from the stack and the logical id, in the form of an id on AWS. */
export function distributionIdOf(resource: Resource): string {
  return `E${shortHash(resource.place, 13).toUpperCase()}`;
}

/** The name on AWS that templates take from it. */
export function domainOf(id: string): string {
  return `d${id.slice(1).toLowerCase()}.cloudfront.net`;
}

/** Its names of our own. */
export function aliasesOf(resource: Resource): readonly string[] {
  const schema = z.object({ Aliases: z.array(z.string()).default([]) });
  return schema.parse(resource.property('DistributionConfig')).Aliases;
}

/** CloudFront's own policies for caching, optimized and disabled. Here nothing is cached, so they do the same. */
const cachePolicies = ['658327ea-f89d-4fab-a63d-7e88639e58f6', '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'];
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const behaviourSchema = z.object({
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachePolicyId: z.enum(cachePolicies, { error: 'only CachingOptimized and CachingDisabled are known here' }),
  OriginRequestPolicyId: z
    .literal(allViewerExceptHostHeader, { error: 'only AllViewerExceptHostHeader is known here' })
    .optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  FunctionAssociations: unsupported('no functions run at the edge here'),
  LambdaFunctionAssociations: unsupported('no functions run at the edge here'),
});
const originSchema = z.object({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: unsupported('origins have no path here'),
});
const distributionSchema = z.object({
  DistributionConfig: z.object({
    Enabled: z.literal(true),
    Aliases: z.array(z.string()).default([]),
    DefaultRootObject: z.string(),
    DefaultCacheBehavior: behaviourSchema,
    CacheBehaviors: z.array(behaviourSchema.extend({ PathPattern: z.string() })).default([]),
    CustomErrorResponses: unsupported('errors have the pages of their origins here'),
    Origins: z.array(originSchema),
  }),
});

/** `AWS::CloudFront::Distribution` */
export const distributionKind: ResourceKind = {
  identify: (resource) => {
    const id = distributionIdOf(resource);
    return { ref: id, attributes: { Id: id, DomainName: domainOf(id) } };
  },
  create: (resource, { distributions, s3 }) => {
    const id = distributionIdOf(resource);
    const { DistributionConfig: config } = resource.parse(distributionSchema);
    const origins = new Map(config.Origins.map((one) => [one.Id, originOf(resource, one.DomainName)]));
    const behaviourOf = (pattern: string, given: z.infer<typeof behaviourSchema>): Behaviour => {
      const origin = origins.get(given.TargetOriginId);
      const forwards = given.OriginRequestPolicyId !== undefined;
      if (origin === undefined || 'apiId' in origin !== forwards)
        throw new LocalError(
          'template_unsupported',
          `${resource.place}: ${pattern} needs an origin; an API gets all of a request, a bucket only its path.`,
        );
      const { AllowedMethods: methods, ResponseHeadersPolicyId: headersPolicy } = given;
      return { pattern, methods, origin, headersPolicy };
    };
    s3.know(distributions.addressOf(id));
    distributions.configure(id, {
      rootObject: config.DefaultRootObject,
      behaviours: [
        ...config.CacheBehaviors.map((one) => behaviourOf(one.PathPattern, one)),
        behaviourOf('*', config.DefaultCacheBehavior),
      ],
    });
  },
};

const policyIdOf = (resource: Resource): string => shortHash(resource.place, 12);

/** `AWS::CloudFront::ResponseHeadersPolicy` */
export const headersPolicyKind: ResourceKind = {
  identify: (resource) => ({ ref: policyIdOf(resource), attributes: { Id: policyIdOf(resource) } }),
  create: (resource, { distributions }) =>
    distributions.addHeadersPolicy(policyIdOf(resource), headersOf(resource.parse(headersPolicySchema))),
};

/** Buckets and APIs of the templates, by their names on AWS. */
function originOf({ place }: Resource, domain: string): Origin {
  const [, apiId] = /^([\da-z]+)\.execute-api\./.exec(domain) ?? [];
  if (apiId !== undefined) return { apiId };
  const [, bucket] = /^(.+)\.s3\.[\da-z-]+\.amazonaws\.com$/.exec(domain) ?? [];
  if (bucket !== undefined) return { bucket };
  throw new LocalError('template_unsupported', `${place}: ${domain} is no bucket or API of the templates.`);
}
