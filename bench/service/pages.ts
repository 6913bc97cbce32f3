import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { count, median, milliseconds, seconds, short, times } from '../figures.ts';
import type { Table } from '../table.ts';
import { bareOf, type Bare } from './bare.ts';
import { isProfessional } from './people.ts';
import type { Site } from './site.ts';
import { walk, type Search, type Walk } from './walk.ts';

export interface SizedSite {
  readonly size: number;
  readonly site: Site;
}

export interface PageOptions {
  /** How often each page is asked for. */
  readonly rounds: number;
  /** Of a page. */
  readonly limit: number;
}

const searches: readonly Search[] = [
  { name: 'newest', input: { sort: 'newest' } },
  { name: 'oldest', input: { sort: 'oldest' } },
  { name: 'updated', input: { sort: 'updated' } },
  { name: 'newest, userType', input: { sort: 'newest', userType: 'professional' } },
];

const depths = ['first', 'middle', 'near the end'] as const;
type Depth = (typeof depths)[number];

/** One page of one site, asked for again and again. */
interface Cell {
  readonly search: Search;
  readonly depth: Depth;
  readonly size: number;
  readonly ask: () => Promise<unknown>;
  readonly bare: Bare;
  readonly requests: number;
  readonly readUnits: number;
  readonly ours: number[];
  readonly bares: number[];
}

/** Pages of users by each order, at each size and depth, beside what the same requests take without the service. */
export async function measurePages(
  sites: readonly SizedSite[],
  { rounds, limit }: PageOptions,
  { say, show }: Running,
): Promise<void> {
  const cells: Cell[] = [];
  for (const sized of sites) cells.push(...(await cellsOf(sized, limit, say)));
  // Warm: what is measured first is no slower for being first.
  await measureRound(cells);
  for (const cell of cells) cell.ours.length = cell.bares.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    // A round takes every cell once, so a slow moment of the machine meets all sizes alike.
    await measureRound(round % 2 === 0 ? cells : cells.toReversed());
  }
  show(pageTable(cells, { sizes: sites.map(({ size }) => size), limit, rounds }));
}

async function measureRound(cells: readonly Cell[]): Promise<void> {
  for (const { ask, bare, ours, bares } of cells) {
    ours.push(await timed(ask));
    bares.push(await timed(bare));
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

async function cellsOf({ size, site }: SizedSite, limit: number, say: Running['say']): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const search of searches) {
    const walked = await walk(site, search, Math.max(1, Math.min(1_000, Math.floor(size / 10))));
    checkFound(search, walked, size);
    say(
      `${count(size)} users, ${search.name}: all ${count(walked.found)} in ${walked.pages} pages, ${seconds(walked.ms)}`,
    );
    for (const depth of depths) {
      const cursor = cursorAt(depth, walked, limit);
      const ask = () => site.call('getUsers', { ...search.input, limit, ...(cursor && { cursor }) });
      const { sent } = await site.counting.during(ask);
      const { requests, readUnits } = total(sent);
      const bare = bareOf(site.client, sent);
      cells.push({ search, depth, size, ask, bare, requests, readUnits, ours: [], bares: [] });
    }
  }
  return cells;
}

/** Nobody is lost on the way. */
function checkFound({ name, input }: Search, { found }: Walk, size: number): void {
  const expected =
    input.userType === undefined
      ? size
      : Array.from({ length: size }, (_, n) => n).filter(isProfessional).length;
  if (found !== expected)
    throw new Error(`${name}: found ${found} of ${expected} users; pages lose or double some.`);
}

function cursorAt(depth: Depth, { cursors, found }: Walk, limit: number): string | undefined {
  if (depth === 'first') return undefined;
  if (depth === 'middle') return cursors.find(({ after }) => after >= found / 2)?.cursor;
  // So near that one full page is left, and little more.
  return (cursors.findLast(({ after }) => after <= found - limit) ?? cursors[0])?.cursor;
}

interface Measured {
  readonly sizes: readonly number[];
  readonly limit: number;
  readonly rounds: number;
}

function pageTable(cells: readonly Cell[], { sizes, limit, rounds }: Measured): Table {
  const ratios: { growth: number; depth: number }[] = [];
  const at = (search: Search, depth: Depth, size: number): Cell => {
    const cell = cells.find((each) => each.search === search && each.depth === depth && each.size === size);
    if (!cell) throw new RangeError('Every page is measured at every size.');
    return cell;
  };
  const [smallest = 0] = sizes;
  const largest = sizes.at(-1) ?? smallest;
  const rows = searches.flatMap((search) =>
    depths.map((depth) => {
      const ofSizes = sizes.map((size) => median(at(search, depth, size).ours));
      const last = at(search, depth, largest);
      const growth = median(last.ours) / median(at(search, depth, smallest).ours);
      const bareGrowth = median(last.bares) / median(at(search, depth, smallest).bares);
      const toFirst = median(last.ours) / median(at(search, 'first', largest).ours);
      ratios.push({ growth: Math.max(...ofSizes) / (ofSizes[0] ?? 1), depth: toFirst });
      return [
        search.name,
        depth,
        ...ofSizes.map(milliseconds),
        times(growth),
        times(toFirst),
        milliseconds(median(last.bares)),
        times(bareGrowth),
        String(last.requests),
        short(last.readUnits),
      ];
    }),
  );
  const worst = (name: 'growth' | 'depth'): string => times(Math.max(...ratios.map((ratio) => ratio[name])));
  return {
    title: `getUsers, a page of ${limit}: time by order, depth and number of users`,
    head: [
      'order',
      'page',
      ...sizes.map((size) => `${count(size)} users`),
      'growth',
      'to first page',
      'bare requests',
      'their growth',
      'requests',
      'read units',
    ],
    rows,
    notes: [
      `Medians of ${rounds} rounds, every page once a round. Growth: ${count(largest)} users to ${count(smallest)}.`,
      'Bare: the same reads by the SDK alone, nothing parsed or checked. Units as the database reports them.',
      `Worst growth ${worst('growth')}, worst page to the first of its order ${worst('depth')}; the aim is 1.5×.`,
    ],
  };
}
