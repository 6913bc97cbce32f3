import { usdOf } from '../../packages/ledger/src/views/prices.ts';
import { count, short, type Table } from '../table.ts';
import type { Modelled } from './model.ts';
import { partsOf, wholeOf, type Part, type Phases } from './phases.ts';

export interface Shown {
  readonly deployment: string;
  readonly run: Modelled;
  readonly phases: Phases;
}

const seconds = (value: number): string => (value < 10 ? value.toFixed(1) : count(value));

const phaseNames: readonly (readonly [keyof Phases, string])[] = [
  ['arrival', 'event'],
  ['reading', 'read'],
  ['dryRun', 'dry run'],
  ['untilImport', 'noticed'],
  ['importing', 'import'],
  ['untilEnd', 'noticed'],
  ['report', 'report'],
];

/** How long each phase of a run takes. */
export function phasesTable(all: readonly Shown[]): Table {
  return {
    title: 'A file of new clients on AWS, as the model has it: seconds from the upload to the mail',
    head: [
      'deployed',
      'rows',
      ...phaseNames.map(([, name]) => name),
      'in all',
      'minutes',
      'rows a second',
      'calls',
      'US$ a million rows',
      'GB-seconds',
      'usage to that',
    ],
    rows: all.map(({ deployment, run, phases }) => [
      deployment,
      count(run.rows),
      ...phaseNames.map(([name]) => seconds(phases[name])),
      seconds(wholeOf(phases)),
      (wholeOf(phases) / 60).toFixed(1),
      count(run.rows / phases.importing),
      count(run.world.service.hours().reduce((sum, { ours }) => sum + ours, 0)),
      ((usdOf(run.counted) * 1e6) / run.rows).toFixed(4),
      short(run.gbSeconds),
      `${(run.usage.gbSeconds / run.gbSeconds).toFixed(2)}×`,
    ]),
    notes: [
      'The real functions and adapters run over the AWS SDK in the simulated world, on its clock; the service takes as long as traces of its own code. Concurrency, memory and warm tables are those of the templates; latencies and other assumptions are in bench/aws/assumptions.ts.',
      'Noticed: until the tracker sees that the imports have ended.',
      'GB-seconds: how long the functions of the run took here; usage is what the run states, by model.ts beside its prices.',
    ],
  };
}

const partsShown = 12;

/** What limits a run at each moment. */
export function partsTable({ deployment, run, phases }: Shown): Table {
  const percent = (value = 0): string => `${Math.round(value * 100)} %`;
  const parts = partsOf(run, wholeOf(phases), partsShown);
  const names = Object.keys(parts[0]?.busy ?? {});
  return {
    title: `What is busy, and what limits: ${count(run.rows)} rows, deployed: ${deployment}`,
    head: ['seconds', 'rows a second', ...names, 'limit'],
    rows: parts.map((part) => [
      `${short(Math.round(part.from))}–${short(Math.round(part.to))}`,
      count(part.rowsPerSecond),
      ...names.map((name) => percent(part.busy[name])),
      limitOf(part),
    ]),
    notes: [
      `Reading, tracker, report: one function. Sending: ${run.deployment.submission} workers; importing: ${run.deployment.workers} workers. Table: write units of the service, of ${count(run.deployment.tableWrites)} a second; partitions: those of its records, 8,000; index: ${count(run.service.index.unitsPerSecond)}; ledger: 1,000.`,
    ],
  };
}

/** Nearly full. A worker that waits for the table is busy too, so what has no worker counts first. */
const full = 0.9;

export function limitOf(part: Part): string {
  // The tracker stays in its function while it waits for others.
  const { tracker: _, ...busy } = part.busy;
  const tables = ['table', 'partitions', 'index', 'ledger'].filter((name) => (busy[name] ?? 0) >= full);
  const [first] = tables.length > 0 ? tables : Object.keys(busy).filter((name) => (busy[name] ?? 0) >= full);
  if (first !== undefined) return first;
  const [busiest = ['–', 0]] = Object.entries(busy).toSorted(([, one], [, other]) => other - one);
  return `(${busiest[0]})`;
}
