import { AsyncLocalStorage } from 'node:async_hooks';
import { errorFacts } from './error-facts.ts';

export type Fact = string | number | boolean | null | undefined | readonly (string | number)[];
/** Ids, counts and codes; never a secret and never what stands in a cell (invariant 15). */
export type Facts<F> = { readonly [K in keyof F]: Fact };

/** Of what an event is about: ids. */
export type About = Readonly<Record<string, Fact>>;

export interface Log {
  /** `code` names what happened, as in `run_started`. */
  info<F extends Facts<F>>(code: string, facts?: F): void;
  warn<F extends Facts<F>>(code: string, facts?: F): void;
  /** Says name, code and stack of the error and of its causes; its message never, since that may hold values. */
  error<F extends Facts<F>>(code: string, error: unknown, facts?: F): void;
  /** Numbers in CloudWatch's Embedded Metric Format, beside the facts; without a namespace a plain line. */
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

/** Every line that is logged inside carries the request id. */
export function withRequestId<T>(requestId: string, run: () => T): T {
  return common.run({ requestId }, run);
}

/** Every line that is logged inside carries these facts too, such as which run it is about. */
export function logAbout<T, F extends Facts<F>>(facts: F, run: () => T): T {
  return common.run({ ...facts, ...common.getStore() }, run);
}

/** Every line that is logged from here on, inside the same invocation, carries these facts too. */
export function noteInLog<F extends Facts<F>>(facts: F): void {
  const known = common.getStore();
  if (known !== undefined) Object.assign(known, { ...facts, ...known });
}

/** Each call writes one line of JSON. */
export function createLog({
  write,
  now,
  namespace = () => undefined,
  functionName = () => undefined,
}: {
  readonly write: (line: string) => void;
  readonly now: () => Date;
  /** Of the metrics. */
  readonly namespace?: () => string | undefined;
  /** Which function speaks. */
  readonly functionName?: () => string | undefined;
}): Log {
  const line = (level: 'info' | 'warn' | 'error', code: string, facts: object) => {
    const speaker = functionName();
    const head = {
      level,
      time: now().toISOString(),
      code,
      ...(speaker !== undefined && { function: speaker }),
      ...common.getStore(),
    };
    // Last, so that no fact can pass for a time or a level.
    write(`${JSON.stringify({ ...facts, ...head })}\n`);
  };
  return {
    info: (code, facts) => line('info', code, { ...facts }),
    warn: (code, facts) => line('warn', code, { ...facts }),
    error: (code, error, facts) => line('error', code, { ...facts, error: errorFacts(error) }),
    measured: (measures, facts) => {
      const values = Object.fromEntries(measures.map(({ name, value }) => [name, value]));
      line('info', 'measured', { ...facts, ...values, ...embedded(measures, namespace(), now()) });
    },
  };
}

/** The part of a line by which CloudWatch finds the numbers in it. */
function embedded(measures: readonly Measure[], namespace: string | undefined, now: Date): object {
  if (namespace === undefined) return {};
  const Metrics = measures.map(({ name, unit }) => ({ Name: name, Unit: unit }));
  const directive = { Namespace: namespace, Dimensions: [[]], Metrics };
  return { _aws: { Timestamp: now.getTime(), CloudWatchMetrics: [directive] } };
}

/** The log of this process, on stdout. */
export const log: Log = createLog({
  write: (line) => process.stdout.write(line),
  now: () => new Date(),
  namespace: () => process.env['METRICS_NAMESPACE'],
  functionName: () => process.env['AWS_LAMBDA_FUNCTION_NAME'],
});
