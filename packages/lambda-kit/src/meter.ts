import { log as theLog, type Facts, type Log } from './log.ts';

export type Unit = 'Count' | 'Seconds' | 'Percent';

export interface MetricDefinition {
  readonly unit: Unit;
  readonly means: string;
}

export const counted = (means: string) => ({ unit: 'Count', means }) as const;
export const lasted = (means: string) => ({ unit: 'Seconds', means }) as const;

/**
 * Measures: one log line that CloudWatch takes metrics out of, so that it costs no call and needs no permission. Each value counts
 * towards its name; values of one call may be several. Facts beside them are for the log alone.
 */
export type Meter<Name extends string> = <F extends Facts<F>>(
  values: { readonly [N in Name]?: number | undefined },
  facts?: F,
) => void;

/** @param table every name that may be measured, with its unit */
export function createMeter<Name extends string>(
  table: Readonly<Record<Name, { readonly unit: Unit }>>,
  log: Pick<Log, 'measured'> = theLog,
): Meter<Name> {
  const units = new Map<string, Unit>(
    Object.entries<{ readonly unit: Unit }>(table).map(([name, { unit }]) => [name, unit]),
  );
  return (values, facts) => {
    const measures = Object.entries<number | undefined>(values).flatMap(([name, value]) => {
      const unit = units.get(name);
      return unit === undefined || value === undefined || !Number.isFinite(value)
        ? []
        : [{ name, unit, value }];
    });
    if (measures.length > 0) log.measured(measures, facts);
  };
}
