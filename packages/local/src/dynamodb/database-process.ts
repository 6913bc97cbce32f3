import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from '../base/local-error.ts';
import type { Ports } from '../base/ports.ts';
import { databaseBinary } from './database-binary.ts';
import { spawnLeashed, type Leashed } from './leash.ts';
import { clearMark, endMarked, writeMark } from './process-mark.ts';

export interface DatabaseProcess {
  readonly endpoint: string;
  /** Whether it is the one that comes with this package. */
  readonly isEmbedded: boolean;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  readonly dataDir: string;
  readonly ports: Ports;
  readonly log?: (line: string) => void;
}

/**
 * A DynamoDB on this machine: the one that `AWS_ENDPOINT_URL_DYNAMODB` names, or else the embedded one, which is restarted on
 * its data when it ends by itself.
 */
export async function startDatabase({ dataDir, ports, log }: DatabaseOptions): Promise<DatabaseProcess> {
  const elsewhere = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  if (elsewhere !== undefined && elsewhere !== '')
    return { endpoint: elsewhere, isEmbedded: false, stop: async () => undefined };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const mark = join(dataDir, 'process.json');
  await endMarked(mark);
  const port = await ports.free('dynamodb');
  const file = join(dataDir, 'dynamodb.db');
  const host = unguessableHost();
  const args = [databaseBinary(), '--host', host, '--port', String(port), '--db-path', file];
  const kept = await keepRunning(() => startOnce({ args, host, port, mark }), log);
  return {
    endpoint: `http://${host}:${port}`,
    isEmbedded: true,
    stop: async () => {
      await kept.stop();
      clearMark(mark);
    },
  };
}

/**
 * The database accepts any signature and answers web pages of any origin. So it listens where no page can find it: at a random
 * one of the sixteen million addresses of the loopback interface, which only the functions get.
 */
function unguessableHost(): string {
  const part = (): number => randomInt(1, 255);
  return `127.${part()}.${part()}.${part()}`;
}

/** The most restarts in a row. A process that always ends at once needs a person. */
const mostStarts = 5;
const betweenStartsMs = 1000;

/** Restarts a process that ended although nothing here stopped it, for example when the operating system ran out of memory. */
async function keepRunning(
  start: () => Promise<Leashed>,
  log: (line: string) => void = () => undefined,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  let running = await start();

  async function again(): Promise<Leashed> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await start();
      } catch (error) {
        if (tried === mostStarts || isStopping) throw error;
        await sleep(betweenStartsMs);
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await running.ended;
      if (isStopping) return;
      log('The database ended by itself, and is started again.');
      running = await again();
      if (isStopping) return running.release();
    }
  }

  const watching = watch().catch((error: unknown) => log(String(error)));
  return {
    stop: async () => {
      isStopping = true;
      await running.release();
      await watching;
    },
  };
}

interface OneStart {
  readonly args: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly mark: string;
}

async function startOnce({ args, host, port, mark }: OneStart): Promise<Leashed> {
  const leashed = spawnLeashed(args);
  const { child, ended } = leashed;
  // Output that is never read would fill its pipe, and the database would block.
  child.stdout.resume();
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)));
  const alive = await Promise.race([ended.then(() => false), untilItListens(host, port)]);
  if (!alive) throw new LocalError('service_failed', `The database did not start: ${complaint.trim()}`);
  if (child.pid !== undefined) writeMark(mark, child.pid);
  return leashed;
}

async function untilItListens(host: string, port: number): Promise<boolean> {
  for (let tries = 0; tries < 500; tries += 1) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host);
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (connected) return true;
    await sleep(20);
  }
  return false;
}
