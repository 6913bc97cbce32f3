import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from '../local-error.ts';
import type { Ports } from '../machine/ports.ts';
import { databaseBinary } from './database-binary.ts';
import { spawnLeashed } from './leash.ts';
import { clearMark, endMarked, writeMark } from './process-mark.ts';

export interface DatabaseProcess {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** A DynamoDB of this machine: the one that `AWS_ENDPOINT_URL_DYNAMODB` names, else the embedded one. */
export async function startDatabase(dataDir: string, ports: Ports): Promise<DatabaseProcess> {
  const elsewhere = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  if (elsewhere !== undefined && elsewhere !== '')
    return { endpoint: elsewhere, stop: async () => undefined };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const mark = join(dataDir, 'process.json');
  await endMarked(mark);
  const port = await ports.free('dynamodb');
  const args = [
    databaseBinary(),
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--db-path',
    join(dataDir, 'dynamodb.db'),
  ];
  const { child, ended, release } = spawnLeashed(args);
  // What nobody reads would fill its pipe in the end.
  child.stdout.resume();
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)));
  const alive = await Promise.race([ended.then(() => false), untilItListens(port)]);
  if (!alive) throw new LocalError('service_failed', `The database did not start: ${complaint.trim()}`);
  if (child.pid !== undefined) writeMark(mark, child.pid);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      await release();
      clearMark(mark);
    },
  };
}

async function untilItListens(port: number): Promise<boolean> {
  for (let tries = 0; tries < 500; tries += 1) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (connected) return true;
    await sleep(20);
  }
  return false;
}
