import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { LocalError } from '../base/local-error.ts';
import { writeAssembly } from '../testing/assembly-fixture.ts';
import { writeFlow } from '../testing/flow-fixture.ts';
import { clientOf } from '../testing/s3-fixture.ts';
import { runningMachine } from '../testing/running-machine.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { startMachine, type RunningMachine } from './start-machine.ts';

/** A start takes some seconds on a machine on which all other tests run too. */
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => vi.resetConfig());

async function start(folder: string, options = {}): Promise<RunningMachine> {
  const cdkOut = writeFlow(join(folder, 'cdk.out'));
  const running = await startMachine({
    cdkOut,
    dataDir: join(folder, 'data'),
    speed: 10,
    log: () => undefined,
    ...options,
  });
  onTestFinished(() => running.stop());
  return running;
}

async function isThere({ machine, outputs }: RunningMachine, pk: string): Promise<boolean> {
  const { Item } = await machine.dynamodb.client.getItem({
    TableName: outputs['TableName'],
    Key: { pk: { S: pk } },
  });
  return Item !== undefined;
}

function drop({ machine, outputs, credentials }: RunningMachine, Key: string): Promise<unknown> {
  const client = clientOf(machine.s3.endpoint, credentials);
  return client
    .putObject({ Bucket: outputs['BucketName'], Key, Body: 'a,b' })
    .finally(() => client.destroy());
}

const patience = { timeout: 15_000, interval: 50 };

const logged: string[] = [];
const running = runningMachine({ speed: 10, log: (line) => logged.push(line) });

test('a stored object passes through queue, function, state machine and table, and a schedule by rate runs once it is open', async () => {
  await drop(running, 'inbox/new clients.csv');
  await vi.waitFor(
    async () => expect(await isThere(running, 'arrived inbox/new clients.csv')).toBe(true),
    patience,
  );
  await vi.waitFor(
    async () => expect(await isThere(running, 'finished inbox/new clients.csv')).toBe(true),
    patience,
  );
  expect(await isThere(running, 'finished sweep')).toBe(false);
  running.open();
  await vi.waitFor(async () => expect(await isThere(running, 'finished sweep')).toBe(true), patience);
  expect(logged).toEqual([]);
});

test('a message whose function always fails ends in the dead-letter queue', async () => {
  const running = await start(tempDir());
  await drop(running, 'inbox/bad');
  const deadLetters = running.outputs['QueueUrl']?.replace('Flow-Queue', 'Flow-DeadLetters');
  await vi.waitFor(async () => {
    const { Attributes } = await running.machine.sqs.client.getQueueAttributes({
      QueueUrl: deadLetters,
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    expect(Attributes).toEqual({ ApproximateNumberOfMessages: '1' });
  }, patience);
});

test('an HTTP API answers with its function, and a protected route only with the token', async () => {
  const { outputs, credentials } = running;
  const url = outputs['Url'] ?? '';
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const open = await fetch(`${url}checkCredentials`, { method: 'POST', body: '{}' });
  expect(await open.json()).toEqual({
    routeKey: '$default',
    rawPath: '/checkCredentials',
    body: '{}',
    secretLength: 40,
  });
  const call = (token: string) =>
    fetch(`${url}control/createSite`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  expect((await call('guess')).status).toBe(403);
  expect(await (await call(credentials.bearerToken)).json()).toMatchObject({
    routeKey: 'POST /control/{operation}',
    pathParameters: { operation: 'createSite' },
  });
});

test('one system at a time uses a data folder, and its data survives a restart without --fresh', async () => {
  const folder = tempDir();
  const first = await start(folder);
  await expect(start(folder)).rejects.toMatchObject({ code: 'already_running' });
  await drop(first, 'inbox/a.csv');
  await vi.waitFor(async () => expect(await isThere(first, 'arrived inbox/a.csv')).toBe(true), patience);
  await first.stop();
  const second = await start(folder);
  expect(await isThere(second, 'arrived inbox/a.csv')).toBe(true);
  expect(second.outputs).toEqual(first.outputs);
  await second.stop();
  const notOurs = join(folder, 'data', 'not-ours.txt');
  writeFileSync(notOurs, 'kept');
  const fresh = await start(folder, { fresh: true });
  expect(existsSync(notOurs)).toBe(true);
  expect(await isThere(fresh, 'arrived inbox/a.csv')).toBe(false);
});

test('a type that cannot be run is named with its resource, and nothing starts', async () => {
  const folder = tempDir();
  const Resources = { Cluster: { Type: 'AWS::ECS::Cluster' } };
  const cdkOut = writeAssembly(join(folder, 'cdk.out'), { stacks: { Stack: { Resources } } });
  const dataDir = join(folder, 'data');
  const error = await startMachine({ cdkOut, dataDir, log: () => undefined }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LocalError);
  expect(String(error)).toContain('Stack/Cluster: AWS::ECS::Cluster');
  expect(existsSync(join(dataDir, 'sqs'))).toBe(false);
});
