import type { ItemKey } from '@sluice/aws-kit/dynamodb';
import type { MigrationRun } from '../migrations/index.ts';
import { padded, placeInTime } from '../history/beginnings.ts';
import { sha256 } from '@sluice/aws-kit/hash-chain';
import type { Fact } from '../history/found-by.ts';
import type { SubmissionRef } from '../port/ledger.ts';
import type { LedgerEvent } from '../model/event.ts';
import { waitingIn } from '../run/lanes.ts';
import type { LandedIn } from '../lane/turn.ts';
import { placeOfRun } from '../model/order.ts';
import type { SealNote } from '../model/seal-note.ts';

export type { ItemKey };

/** The table that the stack declares; all keys are strings, and the index carries whole items. */
export const ledgerTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  index: { name: 'byTime', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
} as const;

export interface IndexKey {
  readonly gsi1pk: string;
  readonly gsi1sk: string;
}

/** Beginnings of sort keys within the partition of a run. */
export const kinds = {
  batch: 'batch#',
  submission: 'submission#',
  event: 'event#',
  /** Lines that moved out of the item of their submission. */
  lines: 'lines#',
} as const;

export const partitionOf = (runId: string): string => `run#${runId}`;
export const runKey = (runId: string): ItemKey => ({ pk: partitionOf(runId), sk: 'run' });
export const migrationKey = (migrationId: string): ItemKey => ({
  pk: partitionOf(migrationId),
  sk: 'migration',
});
export const uploadKey = (uploadId: string): ItemKey => ({ pk: partitionOf(uploadId), sk: 'upload' });
/** Sorts right before the run. */
export const progressKey = (runId: string): ItemKey => ({ pk: partitionOf(runId), sk: 'progress' });
/** In the index only while something is owed. The sweep reads it. */
export const openKey = (runId: string): ItemKey => ({ pk: partitionOf(runId), sk: 'open' });

/** In the index only while the run stands in a list of `lane/lanes.ts`. */
export const waitingKey = (runId: string): ItemKey => ({ pk: partitionOf(runId), sk: 'waiting' });

export function batchKey(runId: string, number: number): ItemKey {
  return { pk: partitionOf(runId), sk: `${kinds.batch}${padded(number)}` };
}

export function submissionKey({ runId, batch, phase }: SubmissionRef): ItemKey {
  return { pk: partitionOf(runId), sk: `${kinds.submission}${padded(batch)}#${phase}` };
}

/** By the sort key of a submission: the beginning of the keys of its earlier lines. */
export const earlierLinesOf = (submission: string): string =>
  `${kinds.lines}${submission.slice(kinds.submission.length)}#`;

/** The lines of a submission from this version on. */
export function linesKey(ref: SubmissionRef, version: number): ItemKey {
  const { pk, sk } = submissionKey(ref);
  return { pk, sk: `${earlierLinesOf(sk)}${padded(version)}` };
}

/** The subject of the item with this sort key; the key itself if this version would not write it. */
export function subjectAt(sortKey: string): string {
  const place = sortKey.startsWith(kinds.submission) ? sortKey.slice(kinds.submission.length) : sortKey;
  const [, batch, phase] = /^(\d{7})#(dry|real)$/u.exec(place) ?? [];
  return batch === undefined ? place : `${Number(batch)}/${phase}`;
}

/** Where to continue in the submissions after a subject of `subjectAt`. The run, or no subject, gives the first submission. */
export function placeOfSubmission(subject = 'run'): string {
  const [, batch, phase] = /^(\d+)\/(dry|real)$/u.exec(subject) ?? [];
  if (batch !== undefined) return `${padded(Number(batch))}#${phase}`;
  return subject === 'run' ? '' : subject;
}

/** The item of an event of a run or a migration. */
export function eventKey(event: LedgerEvent): ItemKey {
  return { pk: partitionOf(event.runId), sk: `${kinds.event}${placeInTime(event)}` };
}

/** The id of the run, or of the migration, that an item belongs to. */
export const runIdAt = ({ pk }: Pick<ItemKey, 'pk'>): string => pk.replace(partitionOf(''), '');

/** Names a run that has this import. */
export const importKey = (importId: string, runId: string): ItemKey => ({
  pk: foundBy({ name: 'importId', value: importId }),
  sk: runId,
});

/** What is known about the hourly limit of a target. */
export const rateBudgetKey = (target: string): ItemKey => ({ pk: `budget#${target}`, sk: 'budget' });

/** The run that took this lane last. */
export const laneKey = (lane: string): ItemKey => ({ pk: waitingIn(lane), sk: 'lane' });

/** The newest version of a file, or the latest file of a folder, that has landed. */
export const landedKey = ({ kind, name }: LandedIn): ItemKey => ({ pk: `landed#${name}`, sk: kind });

/** The run with this content that came first and has not ended. */
export const claimKey = (content: string): ItemKey => ({ pk: `claim#${content}`, sk: 'claim' });

/** The run that wrote in this lane last, or is about to. */
export const writerKey = (lane: string): ItemKey => ({ pk: `writer#${lane}`, sk: 'writer' });

/** The start of a migration that has its turn. */
export const turnKey = (name: string): ItemKey => ({ pk: `migration#${name}`, sk: 'turn' });

export const placeOfMigration = ({ scheduledAt, migrationId }: MigrationRun): string =>
  `${scheduledAt}#${migrationId}`;

/** The lists in the index: all starts of a migration, and all starts that still owe something. */
export const migrationsOf = (name: string): string => `migrations#${name}`;
export const openMigrations = 'openMigrations';

/** `2026-11`: the index lists runs month by month, so that no partition of it grows for ever. */
export const monthOf = (time: string): string => time.slice(0, 7);

/** The months that have runs, so that the whole history can be read without guessing where it begins. */
export const months = 'months';
export const monthKey = (month: string): ItemKey => ({ pk: months, sk: month });

/** The days that are sealed. The function that seals may write only to this partition and to those of lists. */
export const sealNotes = 'seals';
/** The lists that a day got before its seal. */
export const listNotes = (day: string): string => `${sealNotes}#${day}`;
export const sealKey = ({ day, list }: Pick<SealNote, 'day' | 'list'>): ItemKey =>
  list === undefined ? { pk: sealNotes, sk: day } : { pk: listNotes(day), sk: list };

/** What the runs of each day came to. The function that seals keeps it. */
export const daySumsKey = (day: string): ItemKey => ({ pk: 'days', sk: day });

/** How far the sweep is in the inbox. Only the sweep writes to this partition. */
export const inboxCursorKey: ItemKey = { pk: 'sweep', sk: 'inbox' };

/** Marks a day on which something was written to a run. The seal of that day reads these marks. */
export const changedOn = (day: string): string => `day#${day}`;
export function changedKey(runId: string, day: string): ItemKey & IndexKey {
  return { pk: partitionOf(runId), sk: changedOn(day), gsi1pk: changedOn(day), gsi1sk: runId };
}

export const migrationsChangedOn = (day: string): string => `migrationsDay#${day}`;
export function migrationChangedKey(migrationId: string, day: string): ItemKey & IndexKey {
  const gsi1pk = migrationsChangedOn(day);
  return { pk: partitionOf(migrationId), sk: changedOn(day), gsi1pk, gsi1sk: migrationId };
}

/** A key has at most 2,048 bytes; a server's import ids may be longer. */
const longestValue = 400;

/**
 * The list of all runs with this fact, in order of their start. It is not split by month, because a rare value would then be
 * searched in every month. It grows only at its end, where DynamoDB can split it.
 */
export function foundBy({ name, value }: Fact): string {
  return `${name}#${value.length > longestValue ? sha256(value) : value}`;
}

export const runsOfMonth = (month: string): string => `runs#${month}`;
export const openRuns = 'open';

interface Started {
  readonly runId: string;
  readonly startedAt: string;
}

export function runIndexKey(run: Started): IndexKey {
  return { gsi1pk: runsOfMonth(monthOf(run.startedAt)), gsi1sk: placeOfRun(run) };
}

export function openIndexKey(run: Started): IndexKey {
  return { gsi1pk: openRuns, gsi1sk: placeOfRun(run) };
}

export function factIndexKey(fact: Fact, run: Started): IndexKey {
  return { gsi1pk: foundBy(fact), gsi1sk: placeOfRun(run) };
}
