import { z } from 'zod';
import type { Fact } from '../run/found-by.ts';
import { inOrder, isAskedFor, withInstants } from '../run/query.ts';
import type { PageQuery, RunPage } from '../ledger.ts';
import { type Run, type RunStatus, runSchema } from '../run/schemas.ts';
import { placeOfRun } from '../order.ts';
import { isEnded } from '../run/status.ts';
import { foundBy, ledgerTable, monthOf, openRuns, runKey, runsOfMonth } from './keys.ts';
import { monthsBack, readable, runIdAt } from './reads.ts';
import { type Item, type TableAccess, getItems, queryItems } from './table-access.ts';

/** How many runs are looked at for one page. What is rare among those that a fact finds takes several pages. */
const lookedAtMost = 1000;
/**
 * Entries that are read at once, and the runs they lead to: a page's worth, within these; where one fact is looked for among the runs that
 * another one finds, the most.
 */
const atOnce = { least: 25, most: 100 };
function readAtOnce({ hash, dropper, status, schema, limit }: PageQuery): number {
  const facts = [hash, dropper, status, schema].filter((fact) => fact !== undefined);
  return facts.length > 1 ? atOnce.most : Math.min(Math.max(limit, atOnce.least), atOnce.most);
}
/** An import belongs to one run, and is told of a few times. */
const importEntries = 50;

/** A place in the index, newest first, with the run it leads to. */
interface Entry {
  readonly runId: string;
  readonly place: string;
  /** Of the index that carries whole runs. */
  readonly item?: Item | undefined;
}
const entrySchema = z.object({ runId: z.string(), gsi1sk: z.string() });

export async function findRuns(access: TableAccess, asked: PageQuery): Promise<RunPage> {
  const query = withInstants(asked);
  if (rangeOf(query).from >= rangeOf(query).below) return { runs: [] };
  if (query.importId !== undefined) return byImport(access, query.importId, query);
  const runs: Run[] = [];
  const setAside: Entry[] = [];
  const page = (next?: string): RunPage => {
    const unreadable = setAside.filter(({ place }) => next === undefined || place >= next);
    return {
      runs,
      ...(next !== undefined && { next }),
      ...(unreadable.length > 0 && { unreadable: unreadable.map(({ runId }) => runId) }),
    };
  };
  let looked = 0;
  for await (const entries of chunks(distinct(entriesFor(access, query)), readAtOnce(query))) {
    const found = await runsAt(access, entries);
    setAside.push(...entries.filter(({ runId }) => found.unreadable.has(runId)));
    for (const run of found.runs) {
      if (isAskedFor(run, query)) runs.push(run);
      if (runs.length === query.limit) return page(placeOfRun(run));
    }
    looked += entries.length;
    const last = entries.at(-1);
    if (last && looked >= lookedAtMost) return page(last.place);
  }
  return page();
}

async function byImport(access: TableAccess, value: string, query: PageQuery): Promise<RunPage> {
  const ids = new Set<string>();
  for await (const { runId } of entriesOf(access, {
    pk: foundBy({ name: 'importId', value }),
    atOnce: importEntries,
  })) {
    ids.add(runId);
    if (ids.size === importEntries) break;
  }
  const found = read(access, await getItems(access, [...ids].map(runKey)));
  const runs = inOrder(found.runs, query).filter((run) => isAskedFor(run, query));
  const last = runs.at(query.limit - 1);
  return {
    runs: runs.slice(0, query.limit),
    ...(last && runs.length > query.limit && { next: placeOfRun(last) }),
    ...(found.unreadable.size > 0 && { unreadable: [...found.unreadable] }),
  };
}

/** By the fact that tells runs apart best; what else is asked for is looked for among those. Most runs succeed, and few end in another way. */
function entriesFor(access: TableAccess, query: PageQuery): AsyncGenerator<Entry> {
  const { hash, dropper, status, schema } = query;
  const range = { ...rangeOf(query), atOnce: readAtOnce(query) };
  const by = (fact: Fact) => entriesOf(access, { pk: foundBy(fact), ...range });
  if (hash !== undefined) return by({ name: 'hash', value: hash });
  if (status !== undefined && status !== 'succeeded') return byStatus(access, status, range);
  if (dropper !== undefined) return by({ name: 'dropper', value: dropper });
  if (schema !== undefined) return by({ name: 'schema', value: schema });
  return status === undefined ? byMonth(access, range) : byStatus(access, status, range);
}

/** Those that are open are as few as they are, and their status changes. */
function byStatus(access: TableAccess, status: RunStatus, range: Range & AtOnce): AsyncGenerator<Entry> {
  const open = entriesOf(access, { pk: openRuns, ...range });
  const ended = { pk: foundBy({ name: 'status', value: status }), ...range };
  return isEnded(status) ? merged(open, entriesOf(access, ended)) : open;
}

interface Range {
  /** Places from this one on (included), and below that one. */
  readonly from: string;
  readonly below: string;
}

interface AtOnce {
  readonly atOnce: number;
}

function rangeOf({ since, until, after }: PageQuery): Range {
  const ends = [until, after].filter((end) => end !== undefined);
  // Every time sorts after the one, and before the other.
  return { from: since ?? '0', below: ends.toSorted()[0] ?? '~' };
}

async function* byMonth(access: TableAccess, range: Range & AtOnce): AsyncGenerator<Entry> {
  const months = { from: monthOf(range.from), to: monthOf(range.below) };
  for await (const month of monthsBack(access, months)) {
    yield* entriesOf(access, { pk: runsOfMonth(month), ...range });
  }
}

async function* entriesOf(
  access: TableAccess,
  { pk, atOnce: most, from = '0', below = '~' }: { readonly pk: string } & AtOnce & Partial<Range>,
): AsyncGenerator<Entry> {
  const items = queryItems(access, {
    IndexName: ledgerTable.index.name,
    KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :below',
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':below': below },
    ScanIndexForward: false,
    // BETWEEN includes its end, where the page before ended: one more, so that this one takes no second request.
    Limit: most + 1,
  });
  for await (const item of items) {
    const entry = readable(access, entrySchema, item);
    if (entry === undefined) continue;
    const { runId, gsi1sk: place } = entry;
    if (place < below) yield { runId, place, ...(item['sk'] === 'run' && { item }) };
  }
}

/** Two lists in order, as one. */
async function* merged(one: AsyncGenerator<Entry>, other: AsyncGenerator<Entry>): AsyncGenerator<Entry> {
  let [a, b] = [await one.next(), await other.next()];
  while (!a.done || !b.done) {
    const isFirst = !a.done && (b.done === true || a.value.place >= b.value.place);
    if (isFirst && !a.done) {
      yield a.value;
      a = await one.next();
    } else if (!b.done) {
      yield b.value;
      b = await other.next();
    }
  }
}

/** A run that told a fact twice has two entries at one place. */
async function* distinct(entries: AsyncGenerator<Entry>): AsyncGenerator<Entry> {
  let last = '';
  for await (const entry of entries) {
    if (entry.place !== last) yield entry;
    last = entry.place;
  }
}

async function* chunks(entries: AsyncGenerator<Entry>, size: number): AsyncGenerator<Entry[]> {
  let chunk: Entry[] = [];
  for await (const entry of entries) {
    chunk.push(entry);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Newest first. */
async function runsAt(access: TableAccess, entries: readonly Entry[]): Promise<Read> {
  const whole = entries.map(({ item }) => item).filter((item) => item !== undefined);
  const bare = entries.filter(({ item }) => item === undefined).map(({ runId }) => runKey(runId));
  const items = bare.length === 0 ? whole : [...whole, ...(await getItems(access, bare))];
  return read(access, items);
}

interface Read {
  readonly runs: readonly Run[];
  /** The ids of those that are not what this version writes. */
  readonly unreadable: ReadonlySet<string>;
}

function read(access: TableAccess, items: readonly Item[]): Read {
  const runs: Run[] = [];
  const unreadable = new Set<string>();
  for (const item of items) {
    const run = readable(access, runSchema, item);
    if (run) runs.push(run);
    else unreadable.add(runIdAt(item));
  }
  return { runs: inOrder(runs, {}), unreadable };
}
