import { prices } from '../../packages/ledger/src/views/prices.ts';
import { count, short, type Table } from '../table.ts';

/** What requests of one kind came to. */
interface Spent {
  readonly requests: number;
  readonly writes?: number | undefined;
  readonly reads?: number | undefined;
  /** Of what is not billed by units. */
  readonly usd?: number | undefined;
}

export type Add = (kind: string, spent?: Partial<Spent>) => void;

/** Sums by kind, in the order in which the kinds are named. */
export function createKinds(names: readonly string[]) {
  const sums = new Map(names.map((name) => [name, { requests: 0, writes: 0, reads: 0, usd: 0 }]));
  const add: Add = (name, { requests = 1, writes = 0, reads = 0, usd = 0 } = {}) => {
    const sum = sums.get(name);
    if (sum === undefined) throw new Error(`There is no kind ${name}.`);
    sum.requests += requests;
    sum.writes += writes;
    sum.reads += reads;
    sum.usd += usd + writes * prices.perTableWrite + reads * prices.perTableRead;
  };
  return { add, sums };
}

export type Kinds = ReturnType<typeof createKinds>;

export function kindsTable(rows: number, halves: Readonly<Record<string, Kinds>>): Table {
  const lines = Object.entries(halves).flatMap(([half, { sums }]) =>
    [...sums].map(([name, { requests, writes, reads, usd }]) => [
      half,
      name,
      count(requests),
      short(writes),
      short(reads),
      ((usd * 1e6) / rows).toFixed(4),
    ]),
  );
  return {
    title: `The requests of a run of ${count(rows)} new clients, by what they are for`,
    head: ['of', 'kind', 'requests', 'write units', 'read units', 'US$ per million rows'],
    rows: lines,
    notes: [
      'The flow: counted in the simulated world of test/cost. The service: the same batches, dry-run, imported, and asked about as often as the flow asked, with the units that the local database reports. Without invocations, logs and transitions.',
    ],
  };
}
