import { AsyncLocalStorage } from 'node:async_hooks';
import { errorFacts } from './error-facts.ts';

export type Fact = string | number | boolean | null | undefined | readonly (string | number)[];
/** Ids, counts and codes; never a secret and never the content of a cell (invariant 15). */
export type Facts<F> = { readonly [K in keyof F]: Fact };

/** The ids of what an event concerns. */
export type About = Readonly<Record<string, Fact>>;

export interface Log {
  /** `code` names what happened, as in `run_started`. */
  info<F extends Facts<F>>(code: string, facts?: F): void;
  warn<F extends Facts<F>>(code: string, facts?: F): void;
  /** Logs name, code and stack of the error and its causes, never a message: it may quote a value. */
  error<F extends Facts<F>>(code: string, error: unknown, facts?: F): void;
  /** Numbers in CloudWatch's Embedded Metric Format, with facts; without a namespace, a plain line. */
  measured<F extends Facts<F>>(measures: readonly Measure[], facts?: F): void;
}

/** One value of a metric. Names begin with a capital, facts do not. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
}

/** What the lines of one invocation, or of a part of it, have in common. */
const common = new AsyncLocalStorage<object>();

/** Every line logged inside carries the request id. */
export function withRequestId<T>(requestId: string, run: () => T): T {
  return common.run({ requestId }, run);
}

/** Every line logged inside carries these facts too, such as the id of the run. */
export function logAbout<T, F extends Facts<F>>(facts: F, run: () => T): T {
  return common.run({ ...facts, ...common.getStore() }, run);
}

/** Every later line of the same invocation carries these facts too. */
export function noteInLog<F extends Facts<F>>(facts: F): void {
  const known = common.getStore();
  if (known !== undefined) Object.assign(known, { ...facts, ...known });
}

export interface LogOptions {
  readonly write: (line: string) => void;
  readonly now: () => Date;
  /** Has the names of the function and of the namespace of its metrics. */
  readonly env: NodeJS.ProcessEnv;
}

/** Each call writes one line of JSON. */
export function createLog({ write, now, env }: LogOptions): Log {
  const line = (level: 'info' | 'warn' | 'error', code: string, facts: object | undefined) => {
    const name = env['AWS_LAMBDA_FUNCTION_NAME'];
    const head = { level, time: now().toISOString(), code, ...(name !== undefined && { function: name }) };
    // Last, so that no fact replaces a time or a level.
    write(`${JSON.stringify({ ...facts, ...common.getStore(), ...head })}\n`);
  };
  return {
    info: (code, facts) => line('info', code, facts),
    warn: (code, facts) => line('warn', code, facts),
    error: (code, error, facts) => line('error', code, { ...facts, error: errorFacts(error) }),
    measured: (measures, facts) => {
      const values = Object.fromEntries(measures.map(({ name, value }) => [name, value]));
      line('info', 'measured', {
        ...facts,
        ...values,
        ...embedded(measures, env['METRICS_NAMESPACE'], now()),
      });
    },
  };
}

/** The part of a line that shows CloudWatch which of its numbers are metrics. */
function embedded(measures: readonly Measure[], namespace: string | undefined, now: Date): object {
  if (namespace === undefined) return {};
  const Metrics = measures.map(({ name, unit }) => ({ Name: name, Unit: unit }));
  const directive = { Namespace: namespace, Dimensions: [[]], Metrics };
  return { _aws: { Timestamp: now.getTime(), CloudWatchMetrics: [directive] } };
}

export const log: Log = createLog({
  write: (line) => process.stdout.write(line),
  now: () => new Date(),
  env: process.env,
});
