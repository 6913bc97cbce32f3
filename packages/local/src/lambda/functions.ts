import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '../aws-json/front.ts';
import { FunctionPool } from './function-pool.ts';
import type { FunctionSpec } from './function-thread.ts';
import type { Failure } from './messages.ts';

/** Lambda's limits, in bytes. */
const limits = { synchronousPayload: 6 * 1024 * 1024, asynchronousPayload: 1024 * 1024 };

/** The result of an invocation. `payload` is JSON: the answer, or `{ errorType, errorMessage, trace }`. */
export interface Invoked {
  readonly ok: boolean;
  readonly payload: string;
  readonly requestId: string;
}

export interface Functions {
  create(spec: FunctionSpec): void;
  roleOf(name: string): string;
  /** `name` may be an ARN. @throws AwsError `ResourceNotFoundException` or `RequestTooLargeException` */
  invoke(name: string, event: string): Promise<Invoked>;
  /** Accepts the event and runs it later; tries twice more when it fails. */
  invokeLater(name: string, event: string): void;
  stop(): Promise<void>;
}

export interface FunctionsOptions {
  /** Where `<function>.log` goes. */
  readonly logDir: string;
  /** How many times faster the waits between attempts pass. */
  readonly speed: number;
}

/** Between the attempts of an asynchronous invocation, in seconds. */
const retryWaits = [60, 120];

export function createFunctions({ logDir, speed }: FunctionsOptions): Functions {
  const pools = new Map<string, FunctionPool>();
  const stopping = new AbortController();

  function poolOf(name: string): FunctionPool {
    const pool = pools.get(name.slice(name.lastIndexOf(':') + 1));
    if (pool !== undefined) return pool;
    throw new AwsError('ResourceNotFoundException', `Function not found: ${name}`, 404);
  }

  async function invoke(name: string, event: string): Promise<Invoked> {
    refuseAbove(limits.synchronousPayload, event);
    const requestId = randomUUID();
    const outcome = await poolOf(name).run(requestId, event);
    const answered = outcome.ok ? withinLimit(outcome.payload) : outcome;
    if (answered.ok) return { ok: true, payload: answered.payload, requestId };
    return { ok: false, payload: JSON.stringify(answered.failure), requestId };
  }

  async function insist(name: string, event: string): Promise<void> {
    for (const wait of [...retryWaits, undefined]) {
      const { ok } = await invoke(name, event);
      if (ok || wait === undefined) return;
      await sleep((wait * 1000) / speed, undefined, { signal: stopping.signal });
    }
  }

  return {
    create: (spec) =>
      pools.set(spec.functionName, new FunctionPool(spec, join(logDir, `${spec.functionName}.log`))),
    roleOf: (name) => poolOf(name).role,
    invoke,
    invokeLater: (name, event) => {
      poolOf(name);
      refuseAbove(limits.asynchronousPayload, event);
      // The function's log has every failure. As on AWS, the caller does not learn of the last one.
      insist(name, event).catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
}

function refuseAbove(maxBytes: number, event: string): void {
  const bytes = Buffer.byteLength(event);
  if (bytes <= maxBytes) return;
  throw new AwsError(
    'RequestTooLargeException',
    `The payload has ${bytes} bytes; at most ${maxBytes} are taken.`,
    413,
  );
}

function withinLimit(payload: string): { ok: true; payload: string } | { ok: false; failure: Failure } {
  const bytes = Buffer.byteLength(payload);
  if (bytes <= limits.synchronousPayload) return { ok: true, payload };
  const errorMessage = `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${limits.synchronousPayload} bytes).`;
  return { ok: false, failure: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
}
