import { reasonOf } from '@sluice/contract';
import type { Judged, NamedRecord } from '@sluice/erasure';
import { jsonOf } from '@sluice/lambda-kit';
import * as z from 'zod';
import { batchObjectSchema, recordSetsSchema, type BatchObject } from '../run-objects.ts';
import { withoutRows } from './erase-lines.ts';

/** What is known of a run while its objects are read in the order of their keys: its batches come first. */
export interface KnownOfRun {
  readonly record: NamedRecord;
  /** Whether the drop holds the record; if it cannot tell, whether a copy of it does. */
  isInDrop: boolean;
  /** The rows of the record. Rows that an earlier erase has emptied are among them, so that a repeat finds what is left of them. */
  readonly rows: Set<number>;
}

type Judge = (text: string, known: KnownOfRun) => Judged;

/** By the folder or the name of the object within its run. Pure but for `rows`, which a batch extends. */
const judges: Readonly<Record<string, Judge>> = {
  batches: judgeBatch,
  outcomes: judgeRows,
  previews: judgeRows,
  undone: judgeRows,
  'problems.jsonl': judgeProblems,
  // What dry runs have shown so far. An ended run does not need it.
  searches: (text, { record, rows }) => (rows.size > 0 || record.isIn(text) ? 'remove' : 'clean'),
  results: (text, known) => changed(text, withoutRows(text, known)),
};

const placeOf = (key: string): string => key.split('/')[2] ?? '';

/** A result that is not rewritten, since it is packed, a workbook or too large: it has the rows of the drop, or of its plan. */
export const isCopy = (key: string, text: string | undefined): boolean =>
  placeOf(key) === 'results' && (text === undefined || !/\.csv$/iu.test(key));

export function judgeObject(key: string, text: string | undefined, known: KnownOfRun): Judged {
  if (text === undefined || isCopy(key, text))
    return known.isInDrop || known.rows.size > 0 ? 'remove' : 'clean';
  const place = placeOf(key);
  // Other objects, such as a profile, hold settings.
  const judge = judges[place] ?? ((): Judged => (known.record.isIn(text) ? 'remove' : 'clean'));
  return judge(text, known);
}

const changed = (text: string, next: string): Judged => (next === text ? 'clean' : { text: next });

function judgeBatch(text: string, { record, rows }: KnownOfRun): Judged {
  const batch = batchObjectSchema.parse(jsonOf(text));
  let isChanged = false;
  const without = (body: string, found: (place: number) => void): string => {
    let place = 0;
    const sets = recordSetsSchema.parse(jsonOf(body)).map((set) => ({
      ...set,
      records: set.records.map((fields) => {
        const at = place++;
        const isErased = Object.keys(fields).length === 0;
        if (!isErased && !record.isIn(fields)) return fields;
        isChanged ||= !isErased;
        found(at);
        return {};
      }),
    }));
    return JSON.stringify(sets);
  };
  const body = without(batch.body, (at) => void rows.add(batch.rows[at] ?? 0));
  // Of the steps before in a migration: rows of other sheets.
  const before = batch.before && { ...batch.before, body: without(batch.before.body, () => undefined) };
  const exported = batch.exported && {
    ...batch.exported,
    references: withoutReferences(batch.exported, rows),
  };
  return isChanged ? { text: JSON.stringify({ ...batch, body, before, exported }) } : 'clean';
}

/** They have digests of values. */
function withoutReferences(
  { references }: NonNullable<BatchObject['exported']>,
  rows: ReadonlySet<number>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(references).filter(([row]) => !rows.has(Number(row))));
}

const rowSchema = z.looseObject({ row: z.int() });
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
    const isErased = Object.values(stated).every((part) => part === undefined);
    if (isErased || !(rows.has(one.row) || record.isIn(stated))) return one;
    isChanged = true;
    return rest;
  });
  return isChanged ? { text: JSON.stringify(found.with(kept)) } : 'clean';
}

/**
 * Lines that quote a value. A wrong row is in no batch, so that the line of another of its cells does not show whose it is: if
 * the drop holds the record, all values go.
 */
function judgeProblems(text: string, { record, isInDrop }: KnownOfRun): Judged {
  const lines = text.split('\n').map((line) => {
    if (line === '' || !(isInDrop || record.isIn(line))) return line;
    const { value, ...problem } = z.looseObject({ row: z.int() }).parse(jsonOf(line));
    const rest = JSON.stringify(problem);
    if (record.isIn(rest)) return JSON.stringify({ row: problem.row, ...reasonOf('erased') });
    return value === undefined ? line : rest;
  });
  return changed(text, lines.join('\n'));
}
