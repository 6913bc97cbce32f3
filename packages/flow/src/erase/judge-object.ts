import { reasonOf } from '@sluice/contract';
import type { Judged, NamedRecord } from '@sluice/aws-kit/erasure';
import { jsonOf } from '@sluice/aws-kit/handlers';
import { fileTypes } from '@sluice/sheets';
import * as z from 'zod';
import { batchObjectSchema, recordSetsSchema, recordsOf, type BatchObject } from '../run-objects.ts';
import { withoutRows } from './erase-lines.ts';

/** What is known of a run while its objects are read in the order of their keys: its batches come first. */
export interface KnownOfRun {
  readonly record: NamedRecord;
  /** Whether the drop holds the record; if it cannot tell, whether a copy of it does. */
  readonly isInDrop: boolean;
  /** The rows of the record, wherever one was found. */
  readonly rows: Set<number>;
  /** Whether `rows` has each row whose cells hold the value, also those that are in no batch. */
  readonly areRowsKnown: boolean;
  /** By how many lines a row of a CSV result stands below its row in the drop; absent if nobody knows. */
  readonly down: number | undefined;
}

type Judge = (text: string, known: KnownOfRun) => Judged;

/** By the folder or the name of the object within its run. Pure but for `rows`, which is extended. */
const judges: Readonly<Record<string, Judge>> = {
  batches: judgeBatch,
  outcomes: judgeRows,
  previews: judgeRows,
  undone: judgeRows,
  'problems.jsonl': judgeProblems,
  // What dry runs have shown so far, and what a mail has shown. An ended run does not need it.
  searches: removedWith,
  'refused.json': removedWith,
  results: judgeSheet,
  // It has the numbers of rows alone, and is removed at the end.
  erasing: () => 'clean',
};

const placeOf = (key: string): string => key.split('/')[2] ?? '';

/** A result that is not rewritten, since it is packed, no CSV or too large: it has the rows of the drop, or of its plan. */
export const isCopy = (key: string, text: string | undefined): boolean =>
  placeOf(key) === 'results' && (text === undefined || !fileTypes.csv.endings.test(key));

export function judgeObject(key: string, text: string | undefined, known: KnownOfRun): Judged {
  if (text === undefined || isCopy(key, text))
    return known.isInDrop || known.rows.size > 0 ? 'remove' : 'clean';
  const place = placeOf(key);
  // Other objects, such as a profile, hold settings.
  const judge = judges[place] ?? ((): Judged => (known.record.isIn(text) ? 'remove' : 'clean'));
  return judge(text, known);
}

function removedWith(text: string, { record, rows }: KnownOfRun): Judged {
  return rows.size > 0 || record.isIn(text) ? 'remove' : 'clean';
}

function judgeSheet(text: string, { record, rows, down }: KnownOfRun): Judged {
  if (down === undefined && rows.size > 0) return 'remove';
  return changed(text, withoutRows(text, { record, rows, down: down ?? 0 }));
}

const changed = (text: string, next: string): Judged => (next === text ? 'clean' : { text: next });

function judgeBatch(text: string, { record, rows }: KnownOfRun): Judged {
  const batch = batchObjectSchema.parse(jsonOf(text));
  // A row may give several records. If one is hers, the row is.
  for (const [at, fields] of recordsOf(batch).entries()) {
    const row = batch.rows[at];
    if (row !== undefined && record.isIn(fields)) rows.add(row);
  }
  const isHers = (fields: object, at: number) => rows.has(batch.rows[at] ?? 0) || record.isIn(fields);
  const body = withoutRecords(batch.body, isHers);
  // Of the steps before in a migration: rows of other sheets.
  const before = batch.before && { ...batch.before, body: withoutRecords(batch.before.body, record.isIn) };
  if (body === batch.body && before?.body === batch.before?.body) return 'clean';
  const exported = batch.exported && {
    ...batch.exported,
    references: withoutReferences(batch.exported, rows),
  };
  return { text: JSON.stringify({ ...batch, body, before, exported }) };
}

/** @returns the very text if it has none of these */
function withoutRecords(body: string, isErased: (fields: object, place: number) => boolean): string {
  let [place, isChanged] = [0, false];
  const sets = recordSetsSchema.parse(jsonOf(body)).map((set) => ({
    ...set,
    records: set.records.map((fields) => {
      if (!isErased(fields, place++) || Object.keys(fields).length === 0) return fields;
      isChanged = true;
      return {};
    }),
  }));
  return isChanged ? JSON.stringify(sets) : body;
}

/** They have digests of values. */
function withoutReferences(
  { references }: NonNullable<BatchObject['exported']>,
  rows: ReadonlySet<number>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(references).filter(([row]) => !rows.has(Number(row))));
}

const madeSchema = z.looseObject({ recordId: z.string().optional() });
const rowSchema = madeSchema.extend({ row: z.int(), records: z.array(madeSchema).optional() });
const idsIn = ({ recordId, records = [] }: z.infer<typeof rowSchema>) => [
  recordId,
  ...records.map((one) => one.recordId),
];
const rowsSchema = z.union([
  z.array(rowSchema).transform((rows) => ({ rows, with: (next: object[]): object => next })),
  z.looseObject({ rows: z.array(rowSchema) }).transform(({ rows, ...rest }) => ({
    rows,
    with: (next: object[]): object => ({ ...rest, rows: next }),
  })),
]);

/** Of each row of the record, only its outcome and the id of its record stay. */
function judgeRows(text: string, { record, rows }: KnownOfRun): Judged {
  const found = rowsSchema.parse(jsonOf(text));
  let isChanged = false;
  const kept = found.rows.map((one) => {
    const { reason, code: _, reasons, diff, name, ...rest } = one;
    const stated = { reason, reasons, diff, name };
    if (one.row > 0 && record.isIn(idsIn(one))) rows.add(one.row);
    const isErased = Object.values(stated).every((part) => part === undefined);
    if (isErased || !(rows.has(one.row) || record.isIn(stated))) return one;
    isChanged = true;
    return rest;
  });
  return isChanged ? { text: JSON.stringify(found.with(kept)) } : 'clean';
}

/**
 * Lines that quote a value, and those of rows that equal another. Where the rows are not known, a wrong row is in no batch, and
 * the line of another of its cells does not show whose it is: if the drop holds the record, all values go.
 */
function judgeProblems(text: string, { record, isInDrop, rows, areRowsKnown }: KnownOfRun): Judged {
  const lines = text.split('\n').map((line) => {
    if (line === '') return line;
    const { value, ...problem } = problemSchema.parse(jsonOf(line));
    const { row, twinOf } = problem;
    if (twinOf !== undefined && rows.has(twinOf)) rows.add(row);
    const rest = JSON.stringify(problem);
    const isHers = record.isIn(rest) || (rows.has(row) && problem.code !== undefined);
    if (isHers) return JSON.stringify({ row, ...reasonOf('erased') });
    const isQuoted = record.isIn(value) || (isInDrop && !areRowsKnown);
    return value === undefined || !isQuoted ? line : rest;
  });
  return changed(text, lines.join('\n'));
}

const problemSchema = z.looseObject({
  row: z.int(),
  code: z.string().optional(),
  twinOf: z.int().optional(),
});
