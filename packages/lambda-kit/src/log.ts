import { AsyncLocalStorage } from 'node:async_hooks';
import { errorFacts } from './error-facts.ts';

export type Fact = string | number | boolean | null | undefined | readonly (string | number)[];
/** Ids, counts and codes; never a secret and never what stands in a cell (invariant 15). */
export type Facts<F> = { readonly [K in keyof F]: Fact };

export interface Log {
  /** `code` names what happened, as in `run_begun`. */
  info<F extends Facts<F>>(code: string, facts?: F): void;
  warn<F extends Facts<F>>(code: string, facts?: F): void;
  /** Says name, code and stack of the error and of its causes; its message never, since that may hold values. */
  error<F extends Facts<F>>(code: string, error: unknown, facts?: F): void;
}

const requests = new AsyncLocalStorage<string>();

/** Every line that is logged inside carries the request id. */
export function withRequestId<T>(requestId: string, run: () => T): T {
  return requests.run(requestId, run);
}

/** Each call writes one line of JSON. */
export function createLog({
  write,
  now,
}: {
  readonly write: (line: string) => void;
  readonly now: () => Date;
}): Log {
  const line = (level: 'info' | 'warn' | 'error', code: string, facts: object) => {
    const requestId = requests.getStore();
    const head = { level, time: now().toISOString(), code, ...(requestId !== undefined && { requestId }) };
    // Last, so that no fact can pass for a time or a level.
    write(`${JSON.stringify({ ...facts, ...head })}\n`);
  };
  return {
    info: (code, facts) => line('info', code, { ...facts }),
    warn: (code, facts) => line('warn', code, { ...facts }),
    error: (code, error, facts) => line('error', code, { ...facts, error: errorFacts(error) }),
  };
}

/** The log of this process, on stdout. */
export const log: Log = createLog({
  write: (line) => process.stdout.write(line),
  now: () => new Date(),
});
