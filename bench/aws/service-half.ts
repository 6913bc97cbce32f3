import type { ImportCall } from '../../test/simulation/service-options.ts';
import { rowsIn } from '../../test/cost/counted-run.ts';
import { figures } from './assumptions.ts';
import { createCalendar } from './calendar.ts';
import { msOf, type ServiceTraces, type Trace } from './service-trace.ts';

export interface ServiceSettings {
  /** Imports at once. */
  readonly workers: number;
  /** Write units a second that the table and its index take at once. */
  readonly tableWrites: number;
  readonly indexWrites: number;
}

export interface Import {
  readonly phase: 'dry' | 'real';
  readonly rows: number;
  readonly sent: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The service behind the flow: imports wait for a worker, go on as the traces of its own code do, and wait where the table takes
 * no more units.
 */
export function createServiceHalf(
  traces: ServiceTraces,
  settings: ServiceSettings,
  draw: (name: string) => number,
) {
  const table = createCalendar(settings.tableWrites);
  const partitions = createCalendar(figures.shards * figures.unitsPerPartition);
  const index = createCalendar(Math.min(settings.indexWrites, figures.shards * figures.unitsPerPartition));
  const imports: Import[] = [];
  let freeAt: number[] | undefined;

  /** The workers that the queue starts one after the other, each with a cold start. */
  const begun = (at: number): number[] =>
    Array.from({ length: settings.workers }, (_, number) => {
      const later = Math.max(0, number + 1 - figures.consumersAtFirst) / figures.moreConsumersPerMinute;
      return at + later * 60_000 + draw('cold start');
    });

  function run(traced: readonly Trace[], rows: number, from: number): number {
    const alike = traced.filter((one) => one.rows === rows);
    const trace =
      alike[imports.length % Math.max(1, alike.length)] ??
      traced.find((one) => one.rows >= rows) ??
      traced.at(-1);
    if (trace === undefined) throw new Error('There is no trace.');
    const [part, ms] = [rows / trace.rows, trace.rows === rows ? trace.ms : msOf(traced, rows)];
    let late = 0;
    for (const used of trace.used) {
      const at = from + (used.at * ms) / trace.ms + late;
      const taken = [
        table.admit(at, used.writes * part),
        partitions.admit(at, used.records * part),
        index.admit(at, used.entries * part),
      ];
      late += Math.max(...taken) - at;
    }
    return from + ms + late;
  }

  return {
    imports,
    table,
    partitions,
    index,
    /** How long after the call the import ends. */
    runsFor: ({ at, dryRun, input }: ImportCall): number => {
      freeAt ??= begun(at);
      const first = freeAt.reduce((one, time, number) => (time < (freeAt?.[one] ?? 0) ? number : one), 0);
      const from = Math.max(at, freeAt[first] ?? 0) + draw('poll of a queue');
      const phase = dryRun ? 'dry' : 'real';
      const to = run(traces[phase], rowsIn(input), from);
      freeAt[first] = to;
      imports.push({ phase, rows: rowsIn(input), sent: at, from, to });
      return to - at;
    },
  };
}

export type ServiceHalf = ReturnType<typeof createServiceHalf>;
