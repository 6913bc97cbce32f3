import * as z from 'zod';
import type { Fact } from '../history/found-by.ts';
import { inOrder, isAskedFor, withInstants } from '../port/query.ts';
import type { PageQuery, RunPage } from '../port/ledger.ts';
import type { Run, RunStatus } from '../model/run.ts';
import { placeOfRun } from '../model/order.ts';
import { isEnded } from '../model/status.ts';
import { itemSchemas } from './items.ts';
import { foundBy, ledgerTable, monthOf, openRuns, runIdAt, runKey, runsOfMonth } from './keys.ts';
import { monthsBack, readable } from './reads.ts';
import { type Item, type TableAccess, getItem, getItems, queryItems } from './table-access.ts';

/** How many runs one page reads at most. Rare matches take several pages. */
const lookedAtMost = 1000;
/**
 * How many entries, with their runs, are read at once: as many as the page shows, within these bounds. A query by several facts
 * reads the most, because many entries will not match.
 */
const atOnce = { least: 25, most: 100 };
function readAtOnce({ hash, dropper, status, schema, limit }: PageQuery): number {
  const facts = [hash, dropper, status, schema].filter((fact) => fact !== undefined);
  return facts.length > 1 ? atOnce.most : Math.min(Math.max(limit, atOnce.least), atOnce.most);
}
/** An import belongs to one run. Another server may give the same id again. */
const importEntries = 50;

/** An entry of the index, which is read newest first. */
interface Entry {
  readonly runId: string;
  readonly place: string;
  /** The run itself, if the entry is its item. */
  readonly item?: Item | undefined;
}
const entrySchema = z.object({ runId: z.string() });

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
  const ids: string[] = [];
  const entries = queryItems(access, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': foundBy({ name: 'importId', value }) },
    ConsistentRead: true,
    Limit: importEntries,
  });
  for await (const { sk } of entries) if (ids.push(String(sk)) === importEntries) break;
  const items = await Promise.all(ids.map((id) => getItem(access, runKey(id))));
  const found = read(
    access,
    items.filter((item) => item !== undefined),
  );
  const runs = inOrder(found.runs, query).filter((run) => isAskedFor(run, query));
  const last = runs.at(query.limit - 1);
  return {
    runs: runs.slice(0, query.limit),
    ...(last && runs.length > query.limit && { next: placeOfRun(last) }),
    ...(found.unreadable.size > 0 && { unreadable: [...found.unreadable] }),
  };
}

/** By the fact that the fewest runs share; the other facts filter these. Most runs succeed, so that status comes last. */
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

/** Open runs are few and change their status, so the index has one list for all of them. */
function byStatus(access: TableAccess, status: RunStatus, range: Range & AtOnce): AsyncGenerator<Entry> {
  const open = entriesOf(access, { pk: openRuns, ...range });
  const ended = { pk: foundBy({ name: 'status', value: status }), ...range };
  return isEnded(status) ? merged(open, entriesOf(access, ended)) : open;
}

interface Range {
  /** From this place (included) up to the other (excluded). */
  readonly from: string;
  readonly below: string;
}

interface AtOnce {
  readonly atOnce: number;
}

function rangeOf({ since, until, after }: PageQuery): Range {
  const ends = [until, after].filter((end) => end !== undefined);
  // Every time sorts after '0' and before '~'.
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
    // BETWEEN includes its end, which belongs to the previous page. One more saves a second request.
    Limit: most + 1,
  });
  for await (const item of items) {
    const entry = readable(access, entrySchema, item);
    if (entry === undefined) continue;
    const place = String(item['gsi1sk']);
    if (place < below) yield { ...entry, place, ...(item['sk'] === 'run' && { item }) };
  }
}

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

/** A run whose history has a fact twice has two entries at one place. */
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
  /** The ids of runs that this version cannot read. */
  readonly unreadable: ReadonlySet<string>;
}

function read(access: TableAccess, items: readonly Item[]): Read {
  const runs: Run[] = [];
  const unreadable = new Set<string>();
  for (const item of items) {
    const run = readable(access, itemSchemas.run, item);
    if (run) runs.push(run);
    else unreadable.add(runIdAt({ pk: String(item['pk']) }));
  }
  return { runs: inOrder(runs, {}), unreadable };
}
