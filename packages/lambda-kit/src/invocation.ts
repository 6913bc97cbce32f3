import type { ZodType } from 'zod';
import { parseEnv } from './env.ts';
import { errorFacts } from './error-facts.ts';
import { log, withRequestId } from './log.ts';

/** What every function declares: its variables, and what a cold start builds of them. */
export interface Definition<E, S> {
  readonly env: ZodType<E>;
  /** Called once for each cold start, with the first event. When it fails, the next event tries again. */
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

export function invocationOf(context: LambdaContext): Invocation {
  return { requestId: context.awsRequestId, remainingMs: () => context.getRemainingTimeInMillis() };
}

/** The services of a definition, built when they are first asked for. */
export function coldStart<E, S>({ env, services }: Definition<E, S>): () => Promise<S> {
  let building: Promise<S> | undefined;
  return async () => {
    building ??= Promise.resolve(parseEnv(env, process.env)).then(services);
    try {
      return await building;
    } catch (error) {
      building = undefined;
      throw error;
    }
  };
}

/**
 * Runs an invocation. What it throws is logged here and leaves as an error of the same name with no other text:
 * Lambda itself writes what a function throws to the log, and Step Functions to its history (invariant 15).
 */
export function invoke<T>(context: LambdaContext, run: (invocation: Invocation) => Promise<T>): Promise<T> {
  const invocation = invocationOf(context);
  return withRequestId(invocation.requestId, async () => {
    try {
      return await run(invocation);
    } catch (error) {
      log.error('invocation_failed', error);
      throw withoutMessage(error, invocation);
    }
  });
}

function withoutMessage(error: unknown, { requestId }: Invocation): Error {
  const { name, stack = [] } = errorFacts(error);
  const clean = new Error(`The log has the reason, under request ${requestId}.`);
  clean.name = name;
  clean.stack = [`${name}: ${clean.message}`, ...stack.map((frame) => `    ${frame}`)].join('\n');
  return clean;
}
