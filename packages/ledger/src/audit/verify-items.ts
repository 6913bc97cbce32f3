import { canonicalJson } from '@sluice/aws-kit/hash-chain';
import { migrationItem, runItem, storedItem, storedSubmission, uploadItem } from '../dynamodb/items.ts';
import { LedgerError } from '../model/ledger-error.ts';
import { replayMigration } from '../migrations/lines.ts';
import { bySubject, type LedgerEvent } from '../model/event.ts';
import { replayUpload } from '../history/upload-lines.ts';
import { replayRun, replaySubmission } from '../history/replay.ts';
import type { StoredItem } from '../model/stored-item.ts';
import { headIn } from './head-in.ts';
import { type Finding, verifyRun } from './verify-run.ts';

/** A run, a migration or an upload in the ledger: its history and its current items. */
export interface Stored {
  readonly runId: string;
  readonly items: readonly StoredItem[];
  /** In the order of the ledger. */
  readonly events: readonly LedgerEvent[];
  /** Places in the history that have something else than an event. */
  readonly unreadable?: readonly string[] | undefined;
}

/**
 * Checks that the history is the one that was written, and that each item equals the replay of its history (invariants 10, 21).
 * Reports every changed field with its place. If the events were altered themselves, the item is not compared with them. Pure.
 */
export function verifyStored(stored: Stored, hashOf?: (event: LedgerEvent) => string): Finding[] {
  const { runId, items, events, unreadable = [] } = stored;
  const ofEvents = verifyRun({ runId, heads: items.map(headIn), events }, hashOf);
  const altered = new Set(ofEvents.map(({ subject }) => subject));
  const subjects = bySubject(events);
  return [
    ...ofEvents,
    ...unreadable.map((found) => ({ runId, expected: 'an event', found: `something else at ${found}` })),
    ...items
      .filter(({ subject }) => !altered.has(subject))
      .flatMap((item) =>
        verifyItem(item, subjects.get(item.subject) ?? []).map((one) => ({ runId, ...one })),
      ),
  ];
}

function verifyItem(
  { subject, fields }: StoredItem,
  lines: readonly LedgerEvent[],
): Omit<Finding, 'runId'>[] {
  const replayed = replayOf(subject, lines);
  if ('broken' in replayed)
    return [{ subject, expected: 'events that follow from one another', found: replayed.broken }];
  return [...differences({ field: '', expected: replayed.fields, found: fields })].map((one) => ({
    subject,
    field: one.field,
    expected: shown(one.expected),
    found: shown(one.found),
  }));
}

function replayOf(
  subject: string,
  lines: readonly LedgerEvent[],
): Pick<StoredItem, 'fields'> | { readonly broken: string } {
  try {
    if (subject === 'run') return storedItem(runItem(replayRun(lines)));
    if (subject === 'migration') return storedItem(migrationItem(replayMigration(lines)));
    if (subject === 'upload') return storedItem(uploadItem(replayUpload(lines)));
    return storedSubmission(replaySubmission(lines));
  } catch (error) {
    const broken = error instanceof LedgerError ? error.message : 'some that this version cannot read';
    return { broken };
  }
}

interface Difference {
  /** A path such as `attempts[0].importId`. */
  readonly field: string;
  readonly expected: unknown;
  readonly found: unknown;
}

function* differences({ field, expected, found }: Difference): Generator<Difference> {
  if (isNested(expected) && isNested(found) && Array.isArray(expected) === Array.isArray(found)) {
    const [wanted, there] = [new Map(Object.entries(expected)), new Map(Object.entries(found))];
    for (const name of new Set([...wanted.keys(), ...there.keys()])) {
      const at = Array.isArray(expected) ? `${field}[${name}]` : `${field}${field === '' ? '' : '.'}${name}`;
      yield* differences({ field: at, expected: wanted.get(name), found: there.get(name) });
    }
  } else if (canonicalJson(expected) !== canonicalJson(found)) {
    yield { field, expected, found };
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** In characters: enough to distinguish two values. */
const longest = 200;

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const text = canonicalJson(value);
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
