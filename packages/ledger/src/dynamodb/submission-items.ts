import { padded } from '../history/beginnings.ts';
import { type LedgerEvent, ledgerEventSchema } from '../model/event.ts';
import type { Submission } from '../model/submission.ts';
import { itemSchemas, readItem } from './items.ts';
import { type ItemKey, linesKey, runIdAt, subjectAt, submissionKey } from './keys.ts';
import { type Line, type StoredLines, linesIn, pack } from './packed.ts';
import type { Item } from './table-access.ts';

/**
 * A submission and the latest lines of its history are one item, so that a move is one conditional write of both, at half the
 * price of a transaction. Four lines, as most submissions have, fit into its first KB.
 */

/** With one line more, all but the last move into an item of their own. */
export const mostLines = 8;

/** The item of each submission that this process has read or written, so that a move need not read it. */
const storedAs = new WeakMap<Submission, Item>();

/** A mark only has to differ from those of others who write the same line. */
const markLength = 8;
export const markOf = (id: string): string => id.slice(-markLength);

export function lineOf({ runId: _runId, subject: _subject, ...line }: LedgerEvent, mark: string): Line {
  return { ...line, mark };
}

export function submissionItem(submission: Submission, lines: readonly object[]): Item {
  const { version, ...fields } = submission;
  return { ...submissionKey(submission), version, f: pack({ ...fields, lines }) };
}

/** The lines before this version, moved out of the item of the submission. */
export function earlierLines({ version, ...ref }: Submission, lines: readonly object[]): Item {
  return { ...linesKey(ref, version - lines.length), version: version - 1, f: pack({ lines }) };
}

/** @throws LedgerError `item_unreadable` */
export function readSubmissionItem(item: Item): Submission {
  const submission = readItem(itemSchemas.submission, item);
  storedAs.set(submission, item);
  return submission;
}

/** Remembers the item that a submission was written as. */
export function writtenAs(submission: Submission, item: Item): void {
  storedAs.set(submission, item);
}

/** Whether this process has the item of a submission. */
export const isAtHand = (submission: Submission): boolean => storedAs.has(submission);

/** The lines in the item of a submission that is at hand. */
export function linesOf(submission: Submission): StoredLines {
  const item = storedAs.get(submission);
  return item ? linesIn(item) : [];
}

/** A place in the history of a submission, and its event unless it has something else. */
export interface PlacedLine {
  readonly version: number;
  readonly place: string;
  readonly event?: LedgerEvent | undefined;
  readonly mark?: unknown;
}

/** The lines in an item, as events of the submission with this key. The last one has the version of the item. */
export function eventsIn(item: Item, key: ItemKey): PlacedLine[] {
  const [runId, subject] = [runIdAt(key), subjectAt(key.sk)];
  return (readLines(item) ?? [undefined]).map((line, index, { length }) => {
    const version = Number(item['version']) - length + 1 + index;
    const { data: event } = ledgerEventSchema.safeParse({ ...line, runId, subject });
    return { version, place: `${key.sk}#${padded(version)}`, event, mark: line?.['mark'] };
  });
}

/** Undefined if somebody altered the item so that it has none. */
function readLines(item: Item): StoredLines | undefined {
  try {
    return linesIn(item);
  } catch {
    return undefined;
  }
}
