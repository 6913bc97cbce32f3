import { describe, expect, it } from 'vitest';
import { signedApi } from './signed-api.ts';

const env = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'a secret' };
const url = new URL('https://abc123.execute-api.eu-west-1.amazonaws.com/control/listSites');
const body = '{"limit":1}';

const signedHeaders = (to: URL, surroundings: Record<string, string>) =>
  signedApi({
    baseUrl: `${to.origin}/control`,
    env: surroundings,
    now: () => new Date('2026-03-01T08:00:00Z'),
  }).headers({ method: 'POST', url: to, body });

describe('a request to a control panel on AWS', () => {
  it('is signed with the credentials of the environment, for the region in its address', async () => {
    const headers = await signedHeaders(url, env);
    expect(headers['authorization']).toContain('Credential=AKIDEXAMPLE/20260301/eu-west-1/execute-api/');
    expect(JSON.stringify(headers)).not.toContain('a secret');
  });

  it('carries the token of a session', async () => {
    const session = { ...env, AWS_SESSION_TOKEN: 'session' };
    expect(await signedHeaders(url, session)).toMatchObject({
      'x-amz-security-token': 'session',
    });
  });

  it('takes the region of a custom domain name from AWS_REGION, and reports when it is missing', async () => {
    const own = new URL('https://panel.example.com/control/listSites');
    const { authorization } = await signedHeaders(own, { ...env, AWS_REGION: 'eu-north-1' });
    expect(authorization).toContain('/eu-north-1/execute-api/');
    await expect(signedHeaders(own, env)).rejects.toThrow('Expected it in AWS_REGION');
  });
});
