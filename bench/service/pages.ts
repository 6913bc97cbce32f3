import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { count, seconds } from '../figures.ts';
import { bareOf, type Bare } from './bare.ts';
import { pageTable, type Measured } from './page-table.ts';
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

/** The page that a search begins with, one half way, and one with a full page left and little more. */
const depths = ['first', 'middle', 'near the end'] as const;
type Depth = (typeof depths)[number];

/** One page of one site, asked for again and again. */
interface Cell extends Measured {
  readonly ask: () => Promise<unknown>;
  readonly bare: Bare;
}

/** Pages of users by each order, at each size and depth, beside what the same requests take without the service. */
export async function measurePages(
  sites: readonly SizedSite[],
  { rounds, limit }: PageOptions,
  { say, show }: Running,
): Promise<void> {
  const bySite: Cell[][] = [];
  for (const sized of sites) bySite.push(await cellsOf(sized, limit, say));
  // The same page of all sizes, one after the other: what the machine does meanwhile meets them alike.
  const cells = (bySite[0] ?? []).flatMap((_, at) => bySite.flatMap((ofSite) => ofSite[at] ?? []));
  // Warm: what is measured first is no slower for being first.
  await measureRound(cells);
  for (const cell of cells) cell.ours.length = cell.bares.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    await measureRound(round % 2 === 0 ? cells : cells.toReversed());
  }
  show(pageTable(cells, { limit, rounds }));
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
      cells.push({ search: search.name, depth, size, requests, readUnits, ours: [], bares: [], ask, bare });
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
  const most = depth === 'middle' ? found / 2 : found - limit;
  return (cursors.findLast(({ after }) => after <= most) ?? cursors[0])?.cursor;
}
