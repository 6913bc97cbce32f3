import type { Import } from './service-half.ts';
import type { Modelled } from './model.ts';

/** The phases of a run in seconds, in order; together they are the whole time from the upload to the mail. */
export interface Phases {
  readonly arrival: number;
  readonly reading: number;
  /** From the first batch that is due to the end of the last dry run. */
  readonly dryRun: number;
  /** Until the tracker has seen that, and has begun to import. */
  readonly untilImport: number;
  readonly importing: number;
  readonly untilEnd: number;
  /** The result sheet, and the mail. */
  readonly report: number;
}

export async function phasesOf({ world, runId, service, uploaded }: Modelled): Promise<Phases> {
  const times = new Map<string, number>();
  for (const { subject, type, at } of await world.ledger.events(runId))
    if (subject === 'run') times.set(type, Date.parse(at));
  const at = (type: string): number => times.get(type) ?? Number.NaN;
  const lastOf = (phase: Import['phase']) =>
    Math.max(...service.imports.filter((one) => one.phase === phase).map(({ to }) => to));
  const marks = [
    uploaded,
    at('begun'),
    at('read'),
    lastOf('dry'),
    at('importingStarted'),
    lastOf('real'),
    at('finished'),
    // The last one: the mail is sent.
    at('noticeChanged'),
  ];
  const [arrival = 0, reading = 0, dryRun = 0, untilImport = 0, importing = 0, untilEnd = 0, report = 0] =
    marks.slice(1).map((mark, index) => (mark - (marks[index] ?? 0)) / 1000);
  return { arrival, reading, dryRun, untilImport, importing, untilEnd, report };
}

export const wholeOf = (phases: Phases): number => Object.values(phases).reduce((sum, one) => sum + one, 0);

/** How busy something was in one part of a run, from 0 to 1. */
export interface Part {
  /** Seconds after the upload. */
  readonly from: number;
  readonly to: number;
  /** Rows that were imported each second. */
  readonly rowsPerSecond: number;
  readonly busy: Readonly<Record<string, number>>;
}

/** A run in as many parts of the same length; what limits each is what is busiest in it. */
export function partsOf(run: Modelled, seconds: number, count: number): Part[] {
  const { uploaded, service, deployment, invocations, ledger } = run;
  const lengthMs = (seconds * 1000) / count;
  return Array.from({ length: count }, (_, number) => {
    const [from, to] = [uploaded + number * lengthMs, uploaded + (number + 1) * lengthMs];
    const inside = (one: { readonly from: number; readonly to: number }) =>
      Math.max(0, Math.min(one.to, to) - Math.max(one.from, from));
    const share = (steps: readonly string[], workers: number) =>
      invocations.filter(({ step }) => steps.includes(step)).reduce((sum, one) => sum + inside(one), 0) /
      (lengthMs * workers);
    const of = ({ used, unitsPerSecond }: typeof ledger) =>
      (used(from, to) * 1000) / lengthMs / unitsPerSecond;
    const rows = service.imports
      .filter(({ phase }) => phase === 'real')
      .reduce((sum, one) => sum + (one.rows * inside(one)) / (one.to - one.from), 0);
    return {
      from: (from - uploaded) / 1000,
      to: (to - uploaded) / 1000,
      rowsPerSecond: (rows * 1000) / lengthMs,
      busy: {
        reading: share(['readDrop'], 1),
        sending: share(['submitDry', 'submitReal'], deployment.submission),
        tracker: share(['trackRun'], 1),
        importing:
          service.imports.reduce((sum, one) => sum + inside(one), 0) / (lengthMs * deployment.workers),
        table: of(service.table),
        partitions: of(service.partitions),
        index: of(service.index),
        ledger: of(ledger),
        report: share(['reportRun'], 1),
      },
    };
  });
}
