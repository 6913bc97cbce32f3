import { Worker } from 'node:worker_threads';
import type { FunctionLog } from './function-log.ts';
import { reportSchema, type Failure, type Job, type Start } from './messages.ts';

export interface FunctionSpec extends Start {
  /** The name of its role. */
  readonly role: string;
  readonly timeoutSeconds: number;
  /** How many executions are reserved for it, which is also the most it may have. */
  readonly reserved?: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

export type Outcome =
  { readonly ok: true; readonly payload: string } | { readonly ok: false; readonly failure: Failure };

/** One execution environment of a function. It runs one event at a time, and is discarded after a timeout or a crash. */
export interface FunctionThread {
  /** False while it loads its bundle, and after it has ended. */
  readonly alive: () => boolean;
  /** Resolves once the bundle is loaded, or with the failure to load it. */
  readonly ready: Promise<Failure | undefined>;
  run(job: Job): Promise<Outcome>;
  stop(): Promise<void>;
}

export function startThread(spec: FunctionSpec, log: FunctionLog): FunctionThread {
  const { timeoutSeconds, environment, role: _role, reserved: _reserved, ...start } = spec;
  const worker = new Worker(new URL('function-host.ts', import.meta.url), {
    workerData: start,
    env: environment,
    execArgv: [],
    // There are many of these threads, and most of them are idle: a small young generation saves memory.
    resourceLimits: { maxOldGenerationSizeMb: spec.memoryMb, maxYoungGenerationSizeMb: 16 },
    stdout: true,
    stderr: true,
  });
  log.follow(worker.stdout);
  log.follow(worker.stderr);
  let dead = false;
  let settle: ((outcome: Outcome) => void) | undefined;
  const loaded = Promise.withResolvers<Failure | undefined>();

  const end = (failure: Failure): void => {
    dead = true;
    loaded.resolve(failure);
    settle?.({ ok: false, failure });
  };
  worker.on('error', (error) => end(asCrash(error)));
  worker.on('exit', () =>
    end({ errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited before it answered.' }),
  );
  worker.on('message', (message: unknown) => {
    const report = reportSchema.parse(message);
    if (report.kind === 'ready') loaded.resolve(undefined);
    else if (report.kind === 'notReady') end(report.failure);
    else if (report.kind === 'answered') settle?.({ ok: true, payload: report.payload });
    else settle?.({ ok: false, failure: report.failure });
  });

  return {
    alive: () => !dead,
    ready: loaded.promise,
    run: async (job) => {
      const outcome = new Promise<Outcome>((resolve) => (settle = resolve));
      const seconds = timeoutSeconds.toFixed(2);
      const timer = setTimeout(() => {
        end({
          errorType: 'Sandbox.Timedout',
          errorMessage: `${job.requestId} Task timed out after ${seconds} seconds`,
        });
        void worker.terminate();
      }, timeoutSeconds * 1000);
      worker.postMessage(job);
      return outcome.finally(() => clearTimeout(timer));
    },
    stop: async () => {
      dead = true;
      await worker.terminate();
    },
  };
}

function asCrash(error: unknown): Failure {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { errorType: 'Runtime.OutOfMemory', errorMessage: 'Runtime exited with error: out of memory' };
  }
  return { errorType: name, errorMessage: message };
}
