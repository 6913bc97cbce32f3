import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '../aws-json/front.ts';
import { FunctionPool, growthOf } from './function-pool.ts';
import { Concurrency } from './concurrency.ts';
import type { FunctionSpec } from './function-thread.ts';
import type { Failure } from './messages.ts';
import type { Limits } from '../base/limits.ts';
import { whenAdmitted } from './throttled.ts';

/** Lambda's limits, in bytes. */
const payloadLimits = { synchronousPayload: 6 * 1024 * 1024, asynchronousPayload: 1024 * 1024 };

/** The result of an invocation. `payload` is JSON: the answer, or `{ errorType, errorMessage, trace }`. */
export interface Invoked {
  readonly ok: boolean;
  readonly payload: string;
  readonly requestId: string;
}

export interface Functions {
  /** @throws AwsError when it reserves too much of the account's concurrency */
  create(spec: FunctionSpec): void;
  /** `name` may be an ARN here and below, and name a version or an alias. @throws AwsError `ResourceNotFoundException` */
  specOf(name: string): FunctionSpec;
  /** @throws AwsError, also `RequestTooLargeException` and `TooManyRequestsException` */
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
  readonly limits: Limits;
  /** How long a thread stays without a call, in milliseconds. */
  readonly idleMs?: number | undefined;
}

/** Between the attempts of an asynchronous invocation, in seconds. */
const retryWaits = [60, 120];
/** How long an asynchronous invocation that is throttled is tried again, in seconds. */
const throttled = { longest: 6 * 3600, firstPause: 1, longestPause: 300 };

export function createFunctions({ logDir, speed, limits, idleMs }: FunctionsOptions): Functions {
  const growth = growthOf(limits, idleMs);
  const pools = new Map<string, FunctionPool>();
  const concurrency = new Concurrency(limits.concurrentExecutions);
  const stopping = new AbortController();

  function poolOf(name: string): FunctionPool {
    const pool = pools.get(functionNameIn(name));
    if (pool !== undefined) return pool;
    throw new AwsError('ResourceNotFoundException', `Function not found: ${name}`, 404);
  }

  async function invoke(name: string, event: string): Promise<Invoked> {
    refuseAbove(payloadLimits.synchronousPayload, event);
    const requestId = randomUUID();
    const pool = poolOf(name);
    const end = concurrency.begin(pool.spec.functionName);
    const outcome = await pool.run(requestId, event).finally(end);
    const answered = outcome.ok ? withinLimit(outcome.payload) : outcome;
    if (answered.ok) return { ok: true, payload: answered.payload, requestId };
    return { ok: false, payload: JSON.stringify(answered.failure), requestId };
  }

  async function insist(name: string, event: string): Promise<void> {
    const patience = {
      longestMs: (throttled.longest * 1000) / speed,
      firstPauseMs: (throttled.firstPause * 1000) / speed,
      longestPauseMs: (throttled.longestPause * 1000) / speed,
      signal: stopping.signal,
    };
    for (const wait of [...retryWaits, undefined]) {
      const invoked = await whenAdmitted(() => invoke(name, event), patience);
      if (invoked === undefined || invoked.ok || wait === undefined) return;
      await sleep((wait * 1000) / speed, undefined, { signal: stopping.signal });
    }
  }

  return {
    create: (spec) => {
      const { functionName, reserved } = spec;
      if (reserved !== undefined) concurrency.reserve(functionName, reserved);
      pools.set(functionName, new FunctionPool(spec, join(logDir, `${functionName}.log`), growth));
    },
    specOf: (name) => poolOf(name).spec,
    invoke,
    invokeLater: (name, event) => {
      poolOf(name);
      refuseAbove(payloadLimits.asynchronousPayload, event);
      // The function's log has every failure. As on AWS, the caller does not learn of the last one.
      insist(name, event).catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
}

/** One machine has one version of each function, which runs for every version and alias. */
function functionNameIn(name: string): string {
  return /^(?:arn:[^:]*:lambda:[^:]*:[^:]*:function:)?([^:]+)/.exec(name)?.[1] ?? name;
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
  if (bytes <= payloadLimits.synchronousPayload) return { ok: true, payload };
  const errorMessage = `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${payloadLimits.synchronousPayload} bytes).`;
  return { ok: false, failure: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
}
