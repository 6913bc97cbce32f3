import { canonicalJson, sha256 } from '@sluice/aws-kit/hash-chain';
import type { MigrationRun } from '../migrations/index.ts';
import * as z from 'zod';
import type { LedgerEvent } from '../model/event.ts';
import { dayAfter, dayOf } from '../model/order.ts';
import type { Run } from '../model/run.ts';
import type { Submission } from '../model/submission.ts';
import type { SealNote } from '../model/seal-note.ts';
import {
  type SubjectHead,
  headsOf,
  headsOfMigration,
  headsOfUpload,
  runHeadOf,
  subjectHeadSchema,
} from './heads.ts';
import type { Upload } from '../model/upload.ts';
import type { Finding } from './verify-run.ts';

/** The end of a run's history when it was sealed: one line of a seal's list. */
export const sealedRunSchema = z.object({
  runId: z.string(),
  /** One hash over all of its heads. */
  head: z.string(),
  heads: z.array(subjectHeadSchema).readonly(),
});
export type SealedRun = Readonly<z.infer<typeof sealedRunSchema>>;

const daySchema = z.iso.date();

/** Covers all runs that were written to since the previous seal. */
export const sealSchema = z.object({
  v: z.literal(1),
  /** The last day that it covers, `2026-11-21`, in UTC. */
  day: daySchema,
  at: z.string(),
  runs: z.int().nonnegative(),
  /** sha256 of the list of heads, which has one line for each run in order of their ids. */
  root: z.string(),
  previous: z.object({ day: daySchema, hash: z.string() }).nullable(),
});
export type Seal = Readonly<z.infer<typeof sealSchema>>;

export const sealKeys = {
  seal: (day: string) => `seals/${day}.json`,
  heads: (day: string) => `heads/${day}.jsonl`,
  list: (day: string, list: string) => `heads/${day}/${list}.jsonl`,
} as const;

/** A line of the list, with its line break. */
export function sealedLine(run: Run, submissions: readonly Submission[]): string {
  return lineOf(run.runId, headsOf(run, submissions));
}

/** The same for a migration, with its id in place of the run's. */
export function sealedMigrationLine(migration: MigrationRun): string {
  return lineOf(migration.migrationId, headsOfMigration(migration));
}

/** The same for an upload. */
export const sealedUploadLine = (upload: Upload): string => lineOf(upload.uploadId, headsOfUpload(upload));

/** The line of a run with the ends of its history that an earlier list has: if it is gone or was rewritten since, this shows it. */
export function withEarlier(line: string | undefined, { runId, heads }: SealedRun): string {
  const now = line === undefined ? [] : sealedRunSchema.parse(JSON.parse(line)).heads;
  const isThere = (head: SubjectHead) => now.some((one) => canonicalJson(one) === canonicalJson(head));
  return lineOf(runId, [...heads.filter((head) => !isThere(head)), ...now]);
}

function lineOf(runId: string, heads: readonly SubjectHead[]): string {
  return `${canonicalJson({ runId, head: runHeadOf(heads), heads })}\n`;
}

export function sealHash(seal: Seal): string {
  return sha256(canonicalJson(seal));
}

/** A finding about a seal itself, not about a run. */
export interface SealFinding extends Omit<Finding, 'runId'> {
  readonly seal: string;
}

/** What seals are checked against, besides one another. */
export interface BesideSeals {
  /** The seal that the first of them names, if there is one. */
  readonly before?: Seal | undefined;
  /** The seals that were made, by the ledger's notes. */
  readonly notes?: readonly SealNote[];
}

/** Checks that each seal, in order of days, names the one before it, and that none is missing. */
export function verifySeals(seals: readonly Seal[], { before, notes = [] }: BesideSeals = {}): SealFinding[] {
  const hashes = new Map(seals.map((seal) => [seal.day, sealHash(seal)]));
  return [
    ...seals.flatMap((seal, index) => verifyLink(seal, seals[index - 1] ?? before)),
    ...seals.flatMap(verifyDay),
    ...notes
      .filter(({ day, hash }) => hashes.get(day) !== hash)
      .map(({ day, hash }) => ({
        seal: day,
        expected: `the seal that was made, ${hash}, as the history notes`,
        found: hashes.get(day) ?? 'none',
      })),
  ];
}

/** A seal far ahead would hide that no day before it is sealed. */
function verifyDay({ day, previous }: Seal): SealFinding[] {
  if (previous === null || day === dayAfter(previous.day)) return [];
  return [{ seal: day, expected: `the seal of the day after ${previous.day}`, found: 'that of another day' }];
}

function verifyLink({ day, previous }: Seal, before?: Seal): SealFinding[] {
  const named = previous ? `${previous.day}, ${previous.hash}` : 'none';
  const found = before ? `${before.day}, ${sealHash(before)}` : 'none';
  if (named === found) return [];
  const isGone = previous !== null && previous.day !== before?.day;
  return isGone || !before
    ? [
        {
          seal: previous?.day ?? day,
          expected: `the seal ${named}, which the one of ${day} names`,
          found: 'none',
        },
      ]
    : [{ seal: before.day, expected: `the seal that the one of ${day} names: ${named}`, found }];
}

/** Checks that the list of heads is the one that was sealed. */
export function verifyList({ day, root, runs }: Seal, list: string): SealFinding[] {
  const lines = list.split('\n').length - 1;
  if (sha256(list) === root && lines === runs) return [];
  return [
    { seal: day, expected: `a list of ${runs} heads, ${root}`, found: `one of ${lines}, ${sha256(list)}` },
  ];
}

/** The hashes and times of a run's events, by subject and number. Seals are checked against them. */
export type EventHashes = ReadonlyMap<string, ReadonlyMap<number, Pick<LedgerEvent, 'hash' | 'at'>>>;

export function hashesOf(events: readonly LedgerEvent[]): EventHashes {
  const hashes = new Map<string, Map<number, Pick<LedgerEvent, 'hash' | 'at'>>>();
  for (const { subject, version, hash, at } of events)
    hashes.set(subject, (hashes.get(subject) ?? new Map<number, never>()).set(version, { hash, at }));
  return hashes;
}

/** Checks that every sealed event of a run is still in its history. */
export function verifySealed(
  sealed: SealedRun,
  { day, hashes }: { readonly day: string; readonly hashes: EventHashes },
): Finding[] {
  const { runId } = sealed;
  return sealed.heads.flatMap(({ subject, version, hash }) => {
    const there = hashes.get(subject)?.get(version)?.hash;
    if (there === hash) return [];
    const expected = `the event that was sealed, with the hash ${hash ?? 'none'}`;
    const found = there === undefined ? 'none' : `one with the hash ${there}`;
    return [{ runId, subject, event: version, seal: day, expected, found }];
  });
}

/**
 * Checks that no event was added later with an earlier date. A seal is made an hour after the end of its day, so it names every
 * event of a run until then.
 */
export function verifyDates(
  { runId, heads }: SealedRun,
  { day, hashes }: { readonly day: string; readonly hashes: EventHashes },
): Finding[] {
  return [...hashes].flatMap(([subject, lines]) => {
    const last = Math.max(0, ...heads.flatMap((head) => (head.subject === subject ? [head.version] : [])));
    const added = [...lines].filter(([version, { at }]) => version > last && dayOf(at) <= day);
    const expected = `${last} events until the end of this day, as they were sealed`;
    return added.map(([event, { at }]) => ({
      ...{ runId, subject, event, seal: day },
      ...{ expected, found: `one more, of ${at}` },
    }));
  });
}
