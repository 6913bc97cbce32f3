import { log as theLog, type About, type Facts, type Log } from './log.ts';

export interface MetricDefinition {
  readonly unit: 'Count' | 'Seconds' | 'Percent';
  readonly means: string;
}

export const counted = (means: string) => ({ unit: 'Count', means }) as const;
export const lasted = (means: string) => ({ unit: 'Seconds', means }) as const;

export interface Meter<Name extends string> {
  /** Writes one log line with these values. A value that is undefined or no finite number is left out. */
  readonly measure: <F extends Facts<F>>(
    values: { readonly [N in Name]?: number | undefined },
    facts?: F,
  ) => void;
  /** Counts one, where what happened has a metric. */
  readonly count: (name: Name | undefined, facts: About) => void;
}

/**
 * Measures by log lines that CloudWatch extracts metrics from: no call, no permission. The facts beside the values
 * are for the log alone.
 *
 * @param table every name that may be measured, with its unit
 */
export function createMeter<Name extends string>(
  table: Readonly<Record<Name, Pick<MetricDefinition, 'unit'>>>,
  log: Pick<Log, 'measured'> = theLog,
): Meter<Name> {
  const units = new Map(
    Object.entries<Pick<MetricDefinition, 'unit'>>(table).map(([name, { unit }]) => [name, unit]),
  );
  const write = (values: Readonly<Record<string, number | undefined>>, facts?: About) => {
    const measures = Object.entries(values).flatMap(([name, value]) => {
      const unit = units.get(name);
      const isKnown = unit !== undefined && value !== undefined && Number.isFinite(value);
      return isKnown ? [{ name, unit, value }] : [];
    });
    if (measures.length > 0) log.measured(measures, facts);
  };
  return {
    measure: (values, facts) => write(values, facts),
    count: (name, facts) => {
      if (name !== undefined) write({ [name]: 1 }, facts);
    },
  };
}
