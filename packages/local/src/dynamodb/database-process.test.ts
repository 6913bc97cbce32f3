import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { Ports } from '../base/ports.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { startDatabase } from './database-process.ts';
import { endMarked, writeMark } from './process-mark.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
  } catch {
    return false;
  }
};

test('the database ends with the process that started it, even when that is killed', async () => {
  const folder = tempDir();
  const script = `
    const { startDatabase } = await import(${JSON.stringify(new URL('database-process.ts', import.meta.url).href)});
    const { Ports } = await import(${JSON.stringify(new URL('../base/ports.ts', import.meta.url).href)});
    const { endpoint } = await startDatabase({ dataDir: process.argv[1], ports: new Ports(process.argv[1] + '/ports.json') });
    console.log(endpoint);
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout, 'data');
  const endpoint = String(line).trim();
  const reach = () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    );
  expect(await reach()).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(async () => expect(await reach()).toBe(false), { timeout: 15_000 });
});

test('a database starts where an earlier one still runs, and stops on request', async () => {
  const folder = tempDir();
  const left = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const pid = left.pid ?? 0;
  onTestFinished(() => void left.kill('SIGKILL'));
  writeMark(join(folder, 'process.json'), pid);
  const database = await startDatabase({ dataDir: folder, ports: new Ports(join(folder, 'ports.json')) });
  expect(isAlive(pid)).toBe(false);
  await database.stop();
  await expect(fetch(database.endpoint)).rejects.toThrow('fetch failed');
});

test('a database that was killed restarts at its address with its data, until it is stopped', async () => {
  const folder = tempDir();
  const lines: string[] = [];
  const ports = new Ports(join(folder, 'ports.json'));
  const { endpoint, stop } = await startDatabase({
    dataDir: folder,
    ports,
    log: (line) => void lines.push(line),
  });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new DynamoDB({ endpoint, region: 'us-east-1', credentials, maxAttempts: 10 });
  await client.createTable({
    TableName: 'kept',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  });
  const { pid } = z
    .object({ pid: z.int() })
    .parse(JSON.parse(readFileSync(join(folder, 'process.json'), 'utf8')));
  process.kill(-pid, 'SIGKILL');
  await vi.waitFor(() => expect(lines).toEqual(['The database ended by itself, and is started again.']));
  const { TableNames } = await client.listTables({});
  expect(TableNames).toEqual(['kept']);
  client.destroy();
  await stop();
  await expect(fetch(endpoint)).rejects.toThrow('fetch failed');
});

test('a process that has the number of an ended database is not killed', async () => {
  const folder = tempDir();
  const other = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  const mark = join(folder, 'process.json');
  writeMark(mark, other.pid ?? 0);
  const text = readFileSync(mark, 'utf8');
  writeFileSync(mark, text.replace(/"startedAt": "\d+"/, '"startedAt": "1"'));
  await endMarked(mark);
  await sleep(50);
  expect(isAlive(other.pid ?? 0)).toBe(true);
});
