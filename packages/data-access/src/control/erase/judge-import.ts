import { UnreadableObject, type Judged, type NamedRecord } from '@sluice/aws-kit/erasure';
import { previewDiffSchema, previewSchema, type PreviewDiff } from '@sluice/contract';
import * as z from 'zod';
import { importBody } from '../../import/documents.ts';
import { importPlan, outcome, planStep, type PlanStep } from '../../import/plan.ts';
import { isErasedRow, withoutRows } from '../../store/rows-text.ts';
import { undoneRecord, undoReport } from '../../import/undone.ts';
import { keysOf } from '../../records/lookup.ts';
import { callRow, emptied as emptiedCall, formerCall } from '../../store/calls.ts';
import type { StoredRecord } from '../../store/record.ts';
import type { LookupEntry } from '../../store/store.ts';
import { changeSet, deliveredEvents } from '../../webhooks/change-set.ts';

/** What is known of an import while its objects are read. */
export interface KnownOfImport {
  readonly record: NamedRecord;
  /** The ids of the records that have, or had, the value. */
  readonly ids: ReadonlySet<string>;
  /** The numbers of their records in the request. Those that an earlier erase has emptied are among them. */
  readonly numbers: Set<number>;
  /** Those of them that are deleted and have no values any more. */
  readonly erased: ReadonlySet<string>;
  /** Gets the entries of what these had. */
  readonly entries: LookupEntry[];
  /** Gets the hashes of rows that are erased. */
  readonly hashes: string[];
}

type Judge = (text: string, known: KnownOfImport) => Judged;

/** By the name of the object, without its number. Pure but for `numbers`, `entries` and `hashes`. */
const judges: Readonly<Record<string, Judge>> = {
  body: judging(importBody, (body, { record, ids, numbers }) => {
    let number = 0;
    const recordSets = body.recordSets.map((set) => ({
      ...set,
      records: set.records.map((fields) => {
        number += 1;
        const isErased = Object.keys(fields).length === 0;
        if (!isErased && !record.isIn(fields) && !ids.has(String(fields['id'])) && !numbers.has(number))
          return fields;
        numbers.add(number);
        return {};
      }),
    }));
    return { ...body, recordSets };
  }),
  plan: rowsOr(
    judging(importPlan, (plan, known) => ({
      ...plan,
      steps: plan.steps.map((step) => erasedStep(step, known)),
    })),
    leftOfStep,
  ),
  again: rowsOr(
    judging(z.array(planStep), (steps, known) => steps.map((step) => erasedStep(step, known))),
    leftOfStep,
  ),
  undone: judging(z.array(undoneRecord), (records, known) => records.map((one) => withoutReason(one, known))),
  undo: judging(undoReport, (report, known) => ({
    ...report,
    records: report.records.map((one) => withoutReason(one, known)),
  })),
  outcomes: judging(z.array(outcome), (outcomes, { record, numbers }) =>
    outcomes.map(({ problem, ...one }) =>
      problem === undefined || numbers.has(one.number) || record.isIn(problem) ? one : { ...one, problem },
    ),
  ),
  diffs: judging(z.array(previewDiffSchema), withoutDiffs),
  preview: judging(previewSchema, (preview, known) => {
    const { record, numbers } = known;
    const diffs = withoutDiffs(preview.diffs, known);
    const diffsOmitted = preview.diffsOmitted + preview.diffs.length - diffs.length;
    const names = preview.names.filter((one) => !numbers.has(one[0]) && !record.isIn(one));
    return { ...preview, diffs, diffsOmitted, names };
  }),
};

function withoutDiffs(diffs: readonly PreviewDiff[], { record, numbers }: KnownOfImport): PreviewDiff[] {
  return diffs.filter(([number, diff]) => !numbers.has(number) && !record.isIn(diff));
}

const judgeChanges = judging(changeSet, (set, known) => ({
  ...set,
  changes: set.changes.map((one) => ({ ...one, event: erasedEvent(one.event, known) })),
}));
const isHers = ({ id, fields }: StoredRecord, { record, ids }: KnownOfImport): boolean =>
  Object.keys(fields).length > 0 && (ids.has(id) || record.isIn(fields));

/** Who called stays. */
const judgeCall = rowsOr(
  judging(formerCall, (call, known) => ({
    ...call,
    replaced: call.replaced.map((one) => {
      if (!isHers(one, known)) return one;
      noteEntries(one, known);
      return { ...one, fields: {} };
    }),
  })),
  (row, known) => {
    const { before, after } = callRow.parse(row);
    const records = [before, after].flatMap((one) => one ?? []);
    if (isErasedRow(row) || !records.some((one) => isHers(one, known))) return undefined;
    for (const one of records) noteEntries(one, known);
    return emptiedCall({ before, after });
  },
);
const judgeDelivery = judging(deliveredEvents, (events, known) =>
  events.map((one) => erasedEvent(one, known)),
);

/** @returns `unread` if it is not what it should be */
export function judgeImportObject(key: string, text: string, known: KnownOfImport): Judged {
  try {
    return judged(key, text, known);
  } catch {
    return 'unread';
  }
}

const linesAtOnce = 1_000;

/**
 * An object that is too large to be rewritten is removed whole: nothing needs it once an import has ended, but an undo.
 *
 * @throws UnreadableObject
 */
export async function judgeLarge(
  key: string,
  lines: AsyncIterable<string>,
  known: KnownOfImport,
): Promise<Judged> {
  let is: Judged = 'clean';
  let some: string[] = [];
  const judgeSome = () => {
    const one = judgeImportObject(key, ['', ...some.splice(0), ''].join('\n'), known);
    if (one === 'unread') throw new UnreadableObject('A row is not what it should be');
    if (one !== 'clean') is = 'remove';
  };
  for await (const line of lines) {
    if (mayHold(line, known)) some.push(line);
    if (some.length === linesAtOnce) judgeSome();
  }
  judgeSome();
  return is;
}

/** Asked before a row is parsed. */
const mayHold = (line: string, { record, ids }: KnownOfImport): boolean =>
  line.startsWith('{"hash":') || [...ids].some((id) => line.includes(id)) || record.mayBeInJson(line);

function judged(key: string, text: string, known: KnownOfImport): Judged {
  const [folder = ''] = key.split('/');
  if (folder === 'writes') return judgeCall(text, known);
  if (folder === 'changes') return judgeChanges(text, known);
  if (folder === 'deliveries') return judgeDelivery(text, known);
  const [name = ''] = (key.split('/').at(-1) ?? '').split(/[-.]/, 1);
  const judge = judges[folder === 'bodies' ? 'body' : name];
  if (judge) return judge(text, known);
  return known.record.isIn(text) ? 'remove' : 'clean';
}

function judging<T>(schema: z.ZodType<T>, erased: (value: T, known: KnownOfImport) => T): Judge {
  return (text, known) => {
    const value = schema.parse(JSON.parse(text));
    const [before, after] = [JSON.stringify(value), JSON.stringify(erased(value, known))];
    return before === after ? 'clean' : { text: after };
  };
}

/**
 * An object with a line for each row, or as earlier releases stored it. `left` returns what stays of a row, or undefined if all of
 * it does.
 */
function rowsOr(former: Judge, left: (row: unknown, known: KnownOfImport) => object | undefined): Judge {
  return (text, known) => {
    if (!text.includes('\n')) return former(text, known);
    const erased = withoutRows(text, (row) => left(row, known), known.hashes);
    return erased === text ? 'clean' : { text: erased };
  };
}

function leftOfStep(row: unknown, known: KnownOfImport): PlanStep | undefined {
  const step = planStep.parse(row);
  if (isErasedRow(row)) known.numbers.add(step.number);
  else if (holds(step, known)) return emptied(step, known);
  return undefined;
}

const holds = ({ before, changes, id, number }: PlanStep, { record, ids, numbers }: KnownOfImport): boolean =>
  numbers.has(number) || ids.has(id ?? '') || record.isIn([before?.fields, changes]);

/** Its before-image is gone, so an undo leaves such a record as it is and says so. */
function emptied(step: PlanStep, known: KnownOfImport): PlanStep {
  const { number, before, kind, id, changes } = step;
  known.numbers.add(number);
  if (before) noteEntries(before, known);
  if (id !== null) noteEntries({ kind, id, fields: changes }, known);
  const was = before && { erased: { ...before, fields: {} } };
  return { ...step, ...was, action: 'unchanged', before: null, changes: {} };
}

function noteEntries(
  { kind, id, fields }: Pick<StoredRecord, 'kind' | 'id' | 'fields'>,
  { erased, entries }: KnownOfImport,
): void {
  if (erased.has(id)) entries.push(...keysOf(kind, fields).map((key) => ({ key, id })));
}

function erasedStep(step: PlanStep, known: KnownOfImport): PlanStep {
  const isErased = step.action === 'unchanged' && step.before === null;
  return isErased || holds(step, known) ? emptied(step, known) : step;
}

function withoutReason<T extends { readonly number: number; readonly reason?: string | undefined }>(
  one: T,
  { record, numbers }: KnownOfImport,
): T {
  return numbers.has(one.number) || record.isIn(one.reason)
    ? { ...one, reason: undefined, code: undefined }
    : one;
}

/** The receiver still learns that the record changed. */
function erasedEvent<T extends { readonly docId: string; readonly diff?: unknown }>(
  event: T,
  { record, ids }: KnownOfImport,
): T {
  if (event.diff === undefined || !(ids.has(event.docId) || record.isIn(event.diff))) return event;
  return { ...event, diff: {} };
}
