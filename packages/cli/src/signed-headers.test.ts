import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signedHeaders } from './signed-headers.ts';

const env = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'a secret' };
const url = new URL('https://abc123.execute-api.eu-west-1.amazonaws.com/control/listSites');
const now = new Date('2026-03-01T08:00:00Z');
const body = '{"limit":1}';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a request to a control panel on AWS', () => {
  it('bears the signature that AWS computes for it (Signature Version 4, service execute-api)', async () => {
    const headers = await signedHeaders({ url, body, env, now });
    // As the documentation of Signature Version 4 has it, step by step.
    const canonical = [
      'POST',
      '/control/listSites',
      '',
      'content-type:application/json',
      `host:${url.host}`,
      `x-amz-content-sha256:${sha256(body)}`,
      'x-amz-date:20260301T080000Z',
      '',
      'content-type;host;x-amz-content-sha256;x-amz-date',
      sha256(body),
    ].join('\n');
    const scope = '20260301/eu-west-1/execute-api/aws4_request';
    const toSign = ['AWS4-HMAC-SHA256', '20260301T080000Z', scope, sha256(canonical)].join('\n');
    const key = ['20260301', 'eu-west-1', 'execute-api', 'aws4_request'].reduce<string | Buffer>(
      hmac,
      'AWS4a secret',
    );
    expect(headers['authorization']).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, Signature=${hmac(key, toSign).toString('hex')}`,
    );
    expect(JSON.stringify(headers)).not.toContain('a secret');
  });

  it('carries the token of a session', async () => {
    const session = { ...env, AWS_SESSION_TOKEN: 'session' };
    expect(await signedHeaders({ url, body, env: session, now })).toMatchObject({
      'x-amz-security-token': 'session',
    });
  });

  it('takes the region from AWS_REGION for a domain name of one’s own, and asks for it', async () => {
    const own = new URL('https://panel.example.com/control/listSites');
    const { authorization } = await signedHeaders({
      url: own,
      body,
      env: { ...env, AWS_REGION: 'eu-north-1' },
      now,
    });
    expect(authorization).toContain('/eu-north-1/execute-api/');
    await expect(signedHeaders({ url: own, body, env, now })).rejects.toThrow('Expected it in AWS_REGION');
  });
});
