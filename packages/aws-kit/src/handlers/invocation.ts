import { AsyncLocalStorage } from 'node:async_hooks';
import type { ZodType } from 'zod';
import { errorFacts, issuesOf } from './error-facts.ts';
import { log, withRequestId } from './log.ts';

/** What every function declares: its environment, and what a cold start builds from it. */
export interface Definition<E, S> {
  readonly env: ZodType<E>;
  /** Called once per cold start, with the first event. When it fails, the next event tries again. */
  readonly services: (env: E) => S | Promise<S>;
}

/** The part of Lambda's context that the wrappers use. */
export interface LambdaContext {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

export interface Invocation {
  readonly requestId: string;
  /** Milliseconds until Lambda ends this invocation. */
  remainingMs(): number;
}

const running = new AsyncLocalStorage<LambdaContext>();

/** Milliseconds until Lambda ends the invocation that asks; without end where none does. */
export const leftMs = (): number => running.getStore()?.getRemainingTimeInMillis() ?? Infinity;

/** Variables are missing or malformed. The message names them and never shows their values. */
class EnvError extends Error {
  override readonly name = 'EnvError';
  readonly code = 'env_invalid';
}

/** The services of a definition, built when they are first asked for. */
export function coldStart<E, S>({ env, services }: Definition<E, S>): () => Promise<S> {
  let building: Promise<S> | undefined;
  return async () => {
    building ??= Promise.resolve(parseEnv(env)).then(services);
    try {
      return await building;
    } catch (error) {
      building = undefined;
      throw error;
    }
  };
}

async function parseEnv<E>(schema: ZodType<E>): Promise<E> {
  const { data, error: cause } = schema.safeParse(process.env);
  if (cause === undefined) return data;
  const names = issuesOf(cause).join(', ');
  throw new EnvError(`These environment variables are missing or malformed: ${names}.`, { cause });
}

/**
 * Runs an invocation. An error is logged here and leaves with the same name and no other text: Lambda itself writes
 * what a function throws to the log, and Step Functions to its history (invariant 15).
 */
export function invoke<T>(context: LambdaContext, run: (invocation: Invocation) => Promise<T>): Promise<T> {
  const requestId = context.awsRequestId;
  return withRequestId(requestId, async () => {
    try {
      const remainingMs = () => context.getRemainingTimeInMillis();
      return await running.run(context, () => run({ requestId, remainingMs }));
    } catch (error) {
      log.error('invocation_failed', error);
      throw withoutMessage(error, requestId);
    }
  });
}

function withoutMessage(error: unknown, requestId: string): Error {
  const { name, stack = [] } = errorFacts(error);
  const clean = new Error(`The log has the reason, under request ${requestId}.`);
  clean.name = name;
  clean.stack = [`${name}: ${clean.message}`, ...stack.map((frame) => `    ${frame}`)].join('\n');
  return clean;
}
