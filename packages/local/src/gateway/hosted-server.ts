import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { hasCode } from '../base/files.ts';
import type { Policies } from '../iam/authority.ts';
import { LocalError } from '../base/local-error.ts';
import type { Ports } from '../base/ports.ts';

/** A server in its own thread. It has its own modules and does not take the main thread's time. */
export interface HostedServer {
  readonly port: number;
  /** Resolves once the server decides by these. */
  adopt(policies: Policies): Promise<void>;
  stop(): Promise<void>;
}

const readySchema = z.object({ port: z.int() });
const adoptedSchema = z.object({ adopted: z.literal(true) });

/** How many ports are tried. Between its choice and its use, another process can take one. */
const mostPorts = 5;

export interface Hosting {
  readonly ports: Pick<Ports, 'free'>;
  /** The name under which its port is kept. */
  readonly service: string;
  /** Gets what the script posts later. */
  readonly receive?: (message: unknown) => void;
}

/**
 * Runs a script that listens on the port in its `workerData`, posts `{ port }` once it does, and ends when it receives `stop`.
 */
export async function hostServer(
  script: URL,
  { ports, service, receive = () => undefined }: Hosting,
  data: object,
): Promise<HostedServer> {
  for (let tried = 1; ; tried += 1) {
    const port = await ports.free(service);
    try {
      return await hostOn(script, { ...data, port }, receive);
    } catch (error) {
      const isTaken = error instanceof LocalError && hasCode(error.cause, 'EADDRINUSE');
      if (!isTaken || tried === mostPorts) throw error;
    }
  }
}

async function hostOn(script: URL, data: object, receive: (message: unknown) => void): Promise<HostedServer> {
  const worker = new Worker(script, {
    workerData: data,
    execArgv: [],
    env: { ...process.env, ...compileCache() },
    stdout: true,
    stderr: true,
  });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', (message: unknown) => resolve(readySchema.parse(message).port));
    worker.once('error', (cause) =>
      reject(new LocalError('service_failed', `${script.pathname} failed: ${String(cause)}`, { cause })),
    );
    worker.once('exit', () =>
      reject(new LocalError('service_failed', `${script.pathname} ended before it listened.`)),
    );
  });
  let adopted: (() => void) | undefined;
  worker.on('message', (message: unknown) => {
    if (adoptedSchema.safeParse(message).success) adopted?.();
    else receive(message);
  });
  return {
    port,
    adopt: (policies) =>
      new Promise((resolve) => {
        adopted = resolve;
        worker.postMessage(policies);
      }),
    stop: async () => {
      worker.postMessage('stop');
      const patience = setTimeout(() => void worker.terminate(), 2000);
      await ended;
      clearTimeout(patience);
    },
  };
}

/** A thread does not take over the cache of the main thread, and would strip the types of each of its files again. */
function compileCache(): Record<string, string> {
  // Its last part is for this version of Node, and is added again.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
