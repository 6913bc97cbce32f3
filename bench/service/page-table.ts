import { count, median, milliseconds, short, times } from '../figures.ts';
import type { Table } from '../table.ts';

/** One page of one site: how long it took each time, beside its bare reads, and what it asked of the database. */
export interface Measured {
  readonly search: string;
  readonly depth: string;
  readonly size: number;
  readonly requests: number;
  readonly readUnits: number;
  readonly ours: number[];
  readonly bares: number[];
}

/** One row for each page of the largest site, with the same page of the smaller ones beside it. */
export function pageTable(
  cells: readonly Measured[],
  { limit, rounds }: { limit: number; rounds: number },
): Table {
  const sizes = [...new Set(cells.map(({ size }) => size))].toSorted((a, b) => a - b);
  const [smallest = 0] = sizes;
  const largest = sizes.at(-1) ?? smallest;
  const growths: number[] = [];
  const rows = cells
    .filter(({ size }) => size === largest)
    .map((last) => {
      const ofSearch = cells.filter(({ search }) => search === last.search);
      // Near its end a small site has fewer rows to read ahead: its first page is what all others are held to.
      const base = ofSearch.find(({ size, depth }) => size === smallest && depth === 'first') ?? last;
      const growth = median(last.ours) / median(base.ours);
      growths.push(growth);
      const ofSizes = sizes.map((size) =>
        ofSearch.find((each) => each.size === size && each.depth === last.depth),
      );
      return [
        last.search,
        last.depth,
        ...ofSizes.map((each) => milliseconds(median(each?.ours ?? []))),
        times(growth),
        milliseconds(median(last.bares)),
        times(median(last.bares) / median(base.bares)),
        String(last.requests),
        short(last.readUnits),
      ];
    });
  return {
    title: `getUsers, a page of ${limit}`,
    head: [
      'order',
      'page',
      ...sizes.map((size) => `${count(size)} users`),
      'growth',
      'bare reads',
      'their growth',
      'requests',
      'read units',
    ],
    rows,
    notes: [
      `Medians of ${rounds} rounds, every page once a round. Growth: at ${count(largest)} users, to the first page of the same order at ${count(smallest)}; the most is ${times(Math.max(...growths))}, and 1.5× is the aim.`,
      `Bare reads: the page's reads of users at ${count(largest)} by the SDK alone, nothing parsed, checked or metered.`,
      'Requests: two are for the token and its rate. Units as the database reports them.',
    ],
  };
}
