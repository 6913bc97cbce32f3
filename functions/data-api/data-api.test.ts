import { hash } from 'node:crypto';
import { tableShape } from '@sluice/data-access/dynamodb';
import { startEmulator, type Emulator } from '@sluice/data-access/testing';
import type { HttpResult } from '@sluice/aws-kit/handlers';
import { keys, s3Fixture } from '@sluice/local/testing/s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startJsonAws, type JsonAws } from '../adapters/testing/json-aws.ts';
import { handler as control } from '../control-api/handler.ts';
import { dataTable } from './env.ts';
import { handler } from './handler.ts';

let emulator: Emulator;
let secrets: JsonAws;
let secretsRead = 0;

beforeAll(async () => {
  emulator = await startEmulator('service');
  secrets = await startJsonAws((operation, input) => {
    if (operation === 'SendMessage') {
      const { MessageBody: text } = input as { readonly MessageBody: string };
      return { ok: { MessageId: 'm1', MD5OfMessageBody: hash('md5', text) } };
    }
    secretsRead += 1;
    return { ok: { SecretString: 'a random string' } };
  });
  const variables = {
    DATA_TABLE: 'service',
    DATA_BUCKET: 'plain',
    AUDIT_BUCKET: 'kept',
    IMPORT_QUEUE_URL: 'http://127.0.0.1:9/queue',
    CHANGES_QUEUE_URL: `${secrets.config.endpoint}/changes`,
    DELIVERIES_QUEUE_URL: 'http://127.0.0.1:9/deliveries',
    SIGNING_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:signing',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint,
    AWS_ENDPOINT_URL_SQS: secrets.config.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.config.endpoint,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.stop();
  await secrets.close();
});

const event = (rawPath: string, body: object) => ({
  rawPath,
  requestContext: {
    http: { method: 'POST', sourceIp: '192.0.2.7' },
    authorizer: { iam: { userArn: 'arn:aws:iam::123456789012:user/ana' } },
  },
  body: JSON.stringify(body),
});
const context = { awsRequestId: 'r1', getRemainingTimeInMillis: () => 29_000 };
const read = ({ body }: HttpResult) => JSON.parse(body) as Record<string, unknown>;

describe('data-api', () => {
  it('declares the table that the store expects', () => {
    expect(dataTable).toEqual(tableShape);
  });

  it('answers operations for a token that control-api made, and reads its secret once', async () => {
    const { s3 } = await s3Fixture();
    vi.stubEnv('AWS_ENDPOINT_URL_S3', s3.endpoint);
    const { siteId } = read(
      await control(event('/control/createSite', { name: 'Acme', kind: 'demo' }), context),
    );
    const token = read(
      await control(event('/control/createToken', { siteId, permission: 'write' }), context),
    );
    const { apiKey, apiSecret } = token;
    const saved = await handler(
      event('/saveUsers', { apiKey, apiSecret, users: [{ name: 'Zoë' }] }),
      context,
    );
    expect(saved).toMatchObject({ statusCode: 200, isBase64Encoded: false });
    for (let n = 0; n < 3; n += 1) {
      const found = await handler(event('/getUsers', { apiKey, apiSecret, fields: ['name'] }), context);
      expect(read(found)).toMatchObject({ ok: true, items: [{ name: 'Zoë' }], hasMore: false });
    }
    expect(secretsRead).toBe(1);
    const log = read(await control(event('/control/listAuditEvents', {}), context));
    const [first] = log['items'] as { text: string }[];
    const who = { by: 'arn:aws:iam::123456789012:user/ana', from: '192.0.2.7' };
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ ...who, operation: 'createSite', version: 1 });
    expect(log['head']).toMatchObject({ version: 4 });
  });
});
