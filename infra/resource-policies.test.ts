import { allowing, resourcePolicySchema, type Access, type ResourcePermission } from '@sluice/local/iam';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parsed } from './testing/offenders.ts';

const schema = z.object({ PolicyDocument: resourcePolicySchema });
const policies = ['AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy', 'AWS::SQS::QueuePolicy'].flatMap((type) =>
  parsed(type, schema),
);

/** A value that a pattern lets through. */
const like = (pattern: string): string => pattern.replaceAll('*', 'x');

/** The request that a statement is for, over TLS unless it is about requests without. */
function requestOf({ action, resource, conditions = {} }: ResourcePermission): Access {
  const asked = Object.values(conditions).flatMap((keys) => Object.entries(keys));
  const context = asked.map(([key, patterns]) => [key, patterns.map(like)] as const);
  return {
    action: like(action),
    resource: like(resource),
    context: { 'aws:SecureTransport': ['true'], ...Object.fromEntries(context) },
  };
}

const isAllowed = (permissions: readonly ResourcePermission[], by: string, access: Access): boolean => {
  const ofThem = permissions.filter(({ principal }) => principal === '*' || principal === by);
  return allowing(ofThem, access).length > 0;
};

describe('the policies of resources', () => {
  it('let services in by statements of which none can be removed', () => {
    const names = policies.flatMap(({ path, PolicyDocument: all }) =>
      all
        .filter(({ effect }) => effect === 'Allow')
        .map((one) => {
          const others = all.filter((other) => other !== one);
          const asked = requestOf(one);
          expect(isAllowed(all, one.principal, asked), path).toBe(true);
          expect(isAllowed(others, one.principal, asked), path).toBe(false);
          return `${one.principal.replace('.amazonaws.com', '')} ${one.action}`;
        }),
    );
    expect([...new Set(names)].toSorted()).toEqual([
      'cloudfront s3:GetObject',
      'cloudwatch sns:Publish',
      'logging.s3 s3:PutObject',
      's3 sqs:SendMessage',
      'ses sns:Publish',
      'sns sqs:SendMessage',
    ]);
  });

  it('deny each request without TLS, which they would allow otherwise', () => {
    for (const { path, PolicyDocument: all } of policies) {
      const denials = all.filter(({ effect }) => effect === 'Deny');
      expect(denials.length, path).toBeGreaterThan(0);
      for (const denial of denials) {
        const asked = requestOf(denial);
        const anyone = { ...denial, effect: 'Allow' as const, conditions: {} };
        expect(asked.context?.['aws:SecureTransport']).toEqual(['false']);
        expect(isAllowed([...all, anyone], 'anyone', asked), path).toBe(false);
        const others = all.filter((other) => other !== denial);
        expect(isAllowed([...others, anyone], 'anyone', asked), path).toBe(true);
      }
    }
  });
});

describe('the permissions of functions', () => {
  const routes = parsed(
    'AWS::ApiGatewayV2::Route',
    z.object({ ApiId: z.string(), RouteKey: z.string(), Target: z.string() }),
  );
  const permissions = parsed(
    'AWS::Lambda::Permission',
    z.object({
      FunctionName: z.string(),
      Principal: z.literal('apigateway.amazonaws.com'),
      SourceArn: z.string(),
    }),
  );
  const integrations = new Map(
    parsed('AWS::ApiGatewayV2::Integration', z.object({ IntegrationUri: z.string() })).map(
      ({ id, IntegrationUri }) => [id, IntegrationUri],
    ),
  );

  const integrationOf = ({ Target }: { readonly Target: string }) =>
    integrations.get(Target.replace('integrations/<', '').replace('>', ''));

  it('let each route call its function, and no permission is left over', () => {
    expect(routes.length).toBeGreaterThan(10);
    const used = routes.flatMap(({ ApiId, RouteKey, Target }) => {
      const target = integrationOf({ Target });
      const path = RouteKey === '$default' ? '' : RouteKey.slice(RouteKey.indexOf('/'));
      const source = `:${ApiId}/*/*${path}`;
      const found = permissions.filter(
        ({ FunctionName, SourceArn }) => FunctionName === target && SourceArn.endsWith(source),
      );
      // Routes of one path and one function have the same permission, each for itself.
      const same = routes.filter(
        (one) => one.ApiId === ApiId && one.RouteKey.endsWith(path) && integrationOf(one) === target,
      );
      expect(found.length, RouteKey).toBeLessThanOrEqual(Math.max(1, same.length));
      expect(found.length, RouteKey).toBeGreaterThan(0);
      return found.map(({ id }) => id);
    });
    const ofAuthorizers = permissions.filter(({ SourceArn }) => SourceArn.includes('/authorizers/'));
    expect(ofAuthorizers).toHaveLength(1);
    expect(new Set(used).size + ofAuthorizers.length).toBe(permissions.length);
  });
});
