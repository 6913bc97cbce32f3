import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { runningMachine } from '../testing/running-machine.ts';

const running = runningMachine();

const servers = {
  DynamoDB: () => running.machine.dynamodb.endpoint,
  AWS: () => running.machine.front.endpoint,
  SQS: () => running.machine.sqs.endpoint,
  SES: () => running.machine.mail.endpoint,
  S3: () => running.machine.s3.endpoint,
  'the HTTP API': () => running.outputs['Url'] ?? '',
};

type Send = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: object;
  readonly body?: string;
};

async function send(endpoint: string, { method = 'POST', path = '/', headers = {}, body = '' }: Send) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(new URL(path, endpoint), { method, headers: { ...headers } }, resolve)
      .on('error', reject)
      .end(body);
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

test.each(Object.entries(servers))(
  '%s refuses other hosts and origins, and allows no page to read',
  async (_, endpoint) => {
    const path = '/checkCredentials';
    const evil = 'http://evil.example';
    const strange = [
      { host: 'evil.example' },
      { host: `evil.example:${new URL(endpoint()).port}` },
      { host: `localhost:${new URL(endpoint()).port}` },
      { origin: evil },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:1' },
    ];
    for (const headers of strange) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await send(endpoint(), { method, path, headers });
        expect([403, 421], `${method} ${JSON.stringify(headers)}`).toContain(answer.status);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  },
);

const forged = {
  authorization: `AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/x/aws4_request, SignedHeaders=host, Signature=00`,
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const attempts: [string, keyof typeof servers, Send][] = [
  [
    'read a table',
    'DynamoDB',
    { headers: { 'x-amz-target': 'DynamoDB_20120810.Scan' }, body: '{"TableName":"Shared-Table"}' },
  ],
  [
    'read a secret',
    'AWS',
    { headers: { 'x-amz-target': 'secretsmanager.GetSecretValue' }, body: '{"SecretId":"x"}' },
  ],
  [
    'start an execution',
    'AWS',
    { headers: { 'x-amz-target': 'AWSStepFunctions.StartExecution' }, body: '{}' },
  ],
  ['invoke a function', 'AWS', { path: '/2015-03-31/functions/Arrive/invocations', body: '{}' }],
  ['read a schedule', 'AWS', { method: 'GET', path: '/schedules/one' }],
  ['read the console', 'AWS', { method: 'GET', path: '/console' }],
  [
    'send a message',
    'SQS',
    { headers: form, body: 'Action=SendMessage&QueueUrl=/0/Flow-Queue&MessageBody=x' },
  ],
  ['create a topic', 'SQS', { headers: form, body: 'Action=CreateTopic&Name=x' }],
  ['put an object', 'SQS', { method: 'PUT', path: '/bucket/key', body: 'x' }],
  ['read the mails', 'SES', { method: 'GET', path: '/store' }],
  ['read the inbox', 'SES', { method: 'GET', path: '/' }],
  ['clear the mails', 'SES', { path: '/clear-store' }],
  ['send a mail', 'SES', { path: '/v2/email/outbound-emails', body: '{}' }],
  ['list a bucket', 'S3', { method: 'GET', path: '/bucket' }],
];

test.each(attempts)('without the keys of the machine nobody can %s', async (_, server, request) => {
  for (const headers of [{}, forged]) {
    const answer = await send(servers[server](), { ...request, headers: { ...request.headers, ...headers } });
    expect(answer.status).toBe(403);
  }
});

test('no function gets the address of the database itself, which takes any request', () => {
  const hosts = Object.values(running.machine.functionEnvironment)
    .filter((value) => value.startsWith('http:'))
    .map((value) => new URL(value).hostname);
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
});
