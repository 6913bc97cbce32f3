import type { ZodType } from 'zod';
import { LedgerError } from '../model/ledger-error.ts';
import type {
  ItemPage,
  Paging,
  RunWithProgress,
  SubmissionPage,
  SubmissionRef,
  WholeRun,
} from '../port/ledger.ts';
import { type Progress, progressSchema } from '../run/progress.ts';
import type { Batch, Submission } from '../model/submission.ts';
import type { Run } from '../model/run.ts';
import { byStart, dayOf } from '../model/order.ts';
import { isOpen } from '../run/transitions.ts';
import { itemSchemas, readItem, storedItem } from './items.ts';
import {
  type ItemKey,
  batchKey,
  changedOn,
  kinds,
  ledgerTable,
  months,
  openRuns,
  partitionOf,
  placeOfSubmission,
  progressKey,
  runIdAt,
  runKey,
  runsOfMonth,
  subjectAt,
  submissionKey,
} from './keys.ts';
import { readSubmissionItem } from './submission-items.ts';
import {
  type Item,
  type Query,
  type TableAccess,
  getItem,
  getItems,
  partitionItems,
  queryItems,
} from './table-access.ts';

export function readRun(access: TableAccess, runId: string): Promise<Run | undefined> {
  return readOne(access, runKey(runId), itemSchemas.run);
}

export function readBatch(access: TableAccess, runId: string, number: number): Promise<Batch | undefined> {
  return readOne(access, batchKey(runId, number), itemSchemas.batch);
}

export async function readSubmission(
  access: TableAccess,
  ref: SubmissionRef,
): Promise<Submission | undefined> {
  const item = await getItem(access, submissionKey(ref));
  return item && readSubmissionItem(item);
}

export async function readBatches(access: TableAccess, runId: string): Promise<Batch[]> {
  const items = await partitionItems(access, partitionOf(runId), kinds.batch);
  return items.map((item) => readItem(itemSchemas.batch, item));
}

export async function readSubmissions(access: TableAccess, runId: string): Promise<Submission[]> {
  return (await partitionItems(access, partitionOf(runId), kinds.submission)).map(readSubmissionItem);
}

export async function readRunWithProgress(
  access: TableAccess,
  runId: string,
): Promise<RunWithProgress | undefined> {
  const [known, begun] = [progressKey(runId), runKey(runId)];
  const query = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :progress AND :run',
    ExpressionAttributeValues: { ':pk': begun.pk, ':progress': known.sk, ':run': begun.sk },
    ConsistentRead: true,
  };
  let run: Run | undefined;
  let progress: Progress | undefined;
  for await (const item of queryItems(access, query)) {
    if (item['sk'] === begun.sk) run = readItem(itemSchemas.run, item);
    else progress = readItem(progressSchema, item);
  }
  return run && { run, progress };
}

export async function readWholeRun(access: TableAccess, runId: string): Promise<WholeRun | undefined> {
  const { pk, sk } = runKey(runId);
  const query = {
    // The run sorts right before its submissions.
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :run AND :end',
    ExpressionAttributeValues: { ':pk': pk, ':run': sk, ':end': `${kinds.submission}~` },
    ConsistentRead: true,
  };
  let run: Run | undefined;
  const submissions: Submission[] = [];
  for await (const item of queryItems(access, query)) {
    if (item['sk'] === sk) run = readItem(itemSchemas.run, item);
    else submissions.push(readSubmissionItem(item));
  }
  return run && { run, submissions };
}

export async function readSubmissionPage(
  access: TableAccess,
  runId: string,
  { limit, after }: Paging,
): Promise<SubmissionPage> {
  const { items, isLast } = await readPlaces(access, {
    runId,
    kind: kinds.submission,
    limit,
    after: placeOfSubmission(after),
  });
  const submissions = items.map(readSubmissionItem);
  return { submissions, ...(!isLast && { next: subjectAt(String(items.at(-1)?.['sk'])) }) };
}

export async function readItemPage(
  access: TableAccess,
  runId: string,
  { limit, after }: Paging,
): Promise<ItemPage> {
  const run = after === undefined ? await getItem(access, runKey(runId)) : undefined;
  const { items, isLast } = await readPlaces(access, {
    runId,
    kind: kinds.submission,
    limit: run ? limit - 1 : limit,
    after: placeOfSubmission(after),
  });
  const stored = [...(run ? [run] : []), ...items].map(storedItem);
  return { items: stored, ...(!isLast && { next: stored.at(-1)?.subject }) };
}

/** The stored items of a kind after a place, and whether they are the last. */
async function readPlaces(
  access: TableAccess,
  { runId, kind, limit, after }: Required<Paging> & { readonly runId: string; readonly kind: string },
): Promise<{ items: Item[]; isLast: boolean }> {
  const items: Item[] = [];
  for await (const item of itemsFrom(access, { runId, kind, from: `${kind}${after}`, limit })) {
    if (after !== '' && placeIn(item, kind) === after) continue;
    if (items.length === limit) return { items, isLast: false };
    items.push(item);
  }
  return { items, isLast: true };
}

/** The items of a kind from a sort key on, read as they are asked for. */
export async function* itemsFrom(
  access: TableAccess,
  { runId, kind, from, limit }: { runId: string; kind: string; from: string; limit: number },
): AsyncGenerator<Item> {
  // Every sort key of a kind is before this.
  const end = `${kind}~`;
  if (from > end) return;
  yield* queryItems(access, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :end',
    ExpressionAttributeValues: { ':pk': partitionOf(runId), ':from': from > kind ? from : kind, ':end': end },
    ConsistentRead: true,
    // Reading one more than the limit shows whether there are more; the first may be the last of the page before.
    ...(Number.isFinite(limit) && { Limit: limit + 2 }),
  });
}

const placeIn = (item: Item, kind: string): string => String(item['sk']).slice(kind.length);

/** A month is recorded before its first run begins, so a recorded month may have no run. */
export async function readFirstDay(access: TableAccess): Promise<string | undefined> {
  const oldestMonths = monthsBetween(access, { from: beforeAll, to: '~', ScanIndexForward: true });
  for await (const month of oldestMonths) {
    const first = indexItems(access, runsOfMonth(month), { Limit: 1 });
    for await (const item of first) return dayOf(String(item['gsi1sk']));
  }
  return undefined;
}

export function readChangedOn(access: TableAccess, day: string): AsyncGenerator<string> {
  return readMarks(access, changedOn(day));
}

/** The ids of what was marked in a partition of the index. */
export async function* readMarks(access: TableAccess, partition: string): AsyncGenerator<string> {
  for await (const item of indexItems(access, partition)) yield String(item['gsi1sk']);
}

/** The items of a partition of the index, which may lag behind. */
export function indexItems(access: TableAccess, partition: string, more: Query = {}): AsyncGenerator<Item> {
  return queryItems(access, {
    IndexName: ledgerTable.index.name,
    KeyConditionExpression: 'gsi1pk = :partition',
    ExpressionAttributeValues: { ':partition': partition },
    ...more,
  });
}

/** The index may lag behind, so each run that it lists is read strongly. */
export async function readOpenRuns(access: TableAccess): Promise<Run[]> {
  const keys: ItemKey[] = [];
  for await (const item of indexItems(access, openRuns)) keys.push(runKey(String(item['runId'])));
  const runs = (await getItems(access, keys)).flatMap(
    (item) => readable(access, itemSchemas.run, item) ?? [],
  );
  return runs.filter(isOpen).toSorted(byStart);
}

/** Reports an unreadable item of a list and leaves it out, so that it does not hide the others. */
export function readable<T>({ unreadable }: TableAccess, schema: ZodType<T>, item: Item): T | undefined {
  try {
    return readItem(schema, item);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    unreadable(error, runIdAt({ pk: String(item['pk']) }));
    return undefined;
  }
}

async function readOne<T>(access: TableAccess, key: ItemKey, schema: ZodType<T>): Promise<T | undefined> {
  const item = await getItem(access, key);
  return item && readItem(schema, item);
}

/** The months with runs between two months (both included), newest first. They are read on demand, so that a page reads few. */
export function monthsBack(
  access: TableAccess,
  { from, to = '~' }: { readonly from: string; readonly to?: string },
): AsyncGenerator<string> {
  return monthsBetween(access, { from, to, ScanIndexForward: false });
}

/** Every month sorts after this. */
const beforeAll = '0';
const monthsAtOnce = 12;

async function* monthsBetween(
  access: TableAccess,
  { from, to, ScanIndexForward }: { from: string; to: string; ScanIndexForward: boolean },
): AsyncGenerator<string> {
  const query = {
    KeyConditionExpression: 'pk = :months AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':months': months, ':from': from || beforeAll, ':to': to },
    ScanIndexForward,
    ConsistentRead: true,
    Limit: monthsAtOnce,
  };
  for await (const item of queryItems(access, query)) yield String(item['sk']);
}
