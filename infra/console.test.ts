import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { consoleRoutes } from '@sluice/console/api/routes';
import { offenders, parsed } from './testing/offenders.ts';
import { templatesOf, unbundledApp } from './testing/templates.ts';

describe('the console', () => {
  it('has each route of its table behind the authorizer, except those to sign in, and no others', () => {
    const schema = z.object({ RouteKey: z.string(), AuthorizationType: z.string() });
    const found = parsed('AWS::ApiGatewayV2::Route', schema, '/Console/');
    const expected = Object.values(consoleRoutes).map(({ method, path, may }) => [
      `${method} ${path}`,
      may === 'everyone' ? 'NONE' : 'CUSTOM',
    ]);
    const guards = found.map(({ RouteKey, AuthorizationType }) => [RouteKey, AuthorizationType]);
    expect(Object.fromEntries(guards)).toEqual(Object.fromEntries(expected));
    expect(guards).toHaveLength(expected.length);
  });

  it('asks its authorizer at each request, and never without a cookie', () => {
    const rule = z.object({
      AuthorizerType: z.literal('REQUEST'),
      AuthorizerResultTtlInSeconds: z.literal(0),
      IdentitySource: z.tuple([z.literal('$request.header.Cookie')]),
      EnableSimpleResponses: z.literal(true),
    });
    expect(offenders('AWS::ApiGatewayV2::Authorizer', rule)).toEqual([]);
  });

  it('lets the page load and reach itself and the two buckets, and nothing else', () => {
    const [{ ResponseHeadersPolicyConfig } = {}] = parsed(
      'AWS::CloudFront::ResponseHeadersPolicy',
      z.object({
        ResponseHeadersPolicyConfig: z.object({
          SecurityHeadersConfig: z.object({
            ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }),
          }),
        }),
      }),
    );
    const policy =
      ResponseHeadersPolicyConfig?.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy ?? '';
    const allowed = Object.fromEntries(
      policy.split('; ').map((one) => [one.split(' ', 1)[0], one.split(' ').slice(1)]),
    );
    const { 'connect-src': places = [], ...rest } = allowed;
    expect(places).toHaveLength(3);
    expect(places[0]).toBe("'self'");
    for (const place of places.slice(1)) expect(place).toMatch(/^https:\/\/<(?:Drops|Files)\w+>\.s3\./);
    expect(new Set(Object.values(rest).flat())).toEqual(
      new Set(["'none'", "'self'", 'data:', "'script'", 'sluice']),
    );
    expect(rest['default-src']).toEqual(["'none'"]);
    expect(rest['script-src']).toEqual(["'self'"]);
  });

  it('is named to the functions whose mails open its pages', () => {
    const schema = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });
    for (const name of ['ReportRun', 'RunMigration']) {
      const [found] = parsed('AWS::Lambda::Function', schema, `/${name}/`);
      expect(found?.Environment.Variables['CONSOLE_URL']).toMatch(/^https:\/\/<ConsoleSite/u);
    }
  });

  it('can be left out, with all of it', () => {
    const { resources, outputs } = templatesOf(unbundledApp({ console: false }));
    const types = new Set(resources.map(({ type }) => type));
    expect([...types].filter((type) => /Cognito|CloudFront|Authorizer|Custom/u.test(type))).toEqual([]);
    expect(resources.filter(({ path }) => /Console|Uploading/u.test(path))).toEqual([]);
    expect([...outputs.keys()].filter((name) => name.includes('Console'))).toEqual([]);
    expect(JSON.stringify(resources)).not.toMatch(/CorsConfiguration|CONSOLE_URL/u);
  });
});
