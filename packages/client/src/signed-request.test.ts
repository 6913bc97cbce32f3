import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signedRequest } from './signed-request.ts';

const url = new URL('https://abc123.execute-api.eu-west-1.amazonaws.com/control/listSites');
const body = '{"limit":1}';
const region = 'eu-west-1';
const now = new Date('2026-03-01T08:00:00Z');
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret' };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a request that API Gateway lets in by IAM', () => {
  it('has the signature that AWS computes for it (Signature Version 4, service execute-api)', async () => {
    const headers = await signedRequest({ url, body, region, now, credentials });
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
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.stringify(headers)).not.toContain('a secret');
  });

  it('carries the token of a session', async () => {
    const session = { ...credentials, sessionToken: 'tok/en==' };
    const headers = await signedRequest({ url, body, region, now, credentials: session });
    expect(headers).toMatchObject({ 'x-amz-security-token': 'tok/en==' });
    expect(headers['authorization']).toContain('x-amz-security-token');
  });
});
