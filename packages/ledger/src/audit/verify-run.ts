import { verifyChain } from '@sluice/aws-kit/hash-chain';
import { beginnings, hasRowsToWrite, placeInHistory } from '../history/beginnings.ts';
import { eventHash } from '../history/chain.ts';
import { bySubject, type LedgerEvent } from '../model/event.ts';
import type { SubjectHead } from './heads.ts';
import { readingSchema } from '../model/reading.ts';
import { submissionSchema } from '../model/submission.ts';

/** Something that was altered, or is missing. */
export interface Finding {
  readonly runId: string;
  /** `run`, `migration`, `upload` or a submission such as `1/dry`. */
  readonly subject?: string | undefined;
  /** The number of the event within its subject, from 1. */
  readonly event?: number | undefined;
  /** The place in its item, such as `mail.state`. */
  readonly field?: string | undefined;
  /** The day of the seal that reveals it. */
  readonly seal?: string | undefined;
  readonly expected: string;
  readonly found: string;
}

type HashOf = (event: LedgerEvent) => string;

/** The end of a subject's history. The subject may be any text, since a forger may have written it. */
export type Head = Omit<SubjectHead, 'subject'> & { readonly subject: string };

export interface History {
  readonly runId: string;
  /** From the run's items, or from a seal. */
  readonly heads: readonly Head[];
  /** In the order of the ledger. */
  readonly events: readonly LedgerEvent[];
}

/** Checks that a run's history is the one that was written. Reports every changed, removed or swapped event. Pure. */
export function verifyRun(history: History, hashOf: HashOf = eventHash): Finding[] {
  const { runId, heads, events } = history;
  const subjects = bySubject(events);
  const headed = new Map(heads.map((head) => [head.subject, head]));
  const strangers = events.filter((event) => event.runId !== runId);
  const found: Found[] = [
    ...strangers.map((event) => finding(event, 'an event of this run', `one of run ${event.runId}`)),
    ...outOfPlace(history),
    ...[...new Set([...subjects.keys(), ...headed.keys()])].flatMap((subject) => {
      const head = headed.get(subject);
      const lines = subjects.get(subject) ?? [];
      const wrong = verifyChain(lines, { hashOf, head }).map((one) => ({ subject, ...one }));
      const last = lines.at(-1);
      return !head && last ? [...wrong, finding(last, `an item of ${subject}`, 'none')] : wrong;
    }),
    ...missingBatches(subjects),
  ];
  return found.map((one) => ({ runId, ...one }));
}

function outOfPlace({ events }: History): Found[] {
  return events.flatMap((event, index) => {
    const before = events[index - 1];
    if (!before || placeInHistory(before) < placeInHistory(event)) return [];
    return [finding(event, 'events in their order', `this one after a later one, ${nameOf(before)}`)];
  });
}

/**
 * A history that was removed together with its item is noticed too: each batch of a sheet that was read has a dry run, and where
 * that passed with a row to write and the run imported to its end, a real submission.
 */
function missingBatches(subjects: ReadonlyMap<string, LedgerEvent[]>): Found[] {
  const ofRun = subjects.get('run') ?? [];
  const reading = readingSchema.safeParse(ofRun.find(({ type }) => type === 'read')?.data['reading']);
  if (!reading.success) return [];
  const hasImported = ['importingStarted', 'finished'].every((one) => ofRun.some(({ type }) => type === one));
  const numbers = Array.from({ length: reading.data.batches }, (_, index) => index + 1);
  const needed = numbers.flatMap((number) => [
    `${number}/dry`,
    ...(hasImported && hasPassed(subjects.get(`${number}/dry`)) ? [`${number}/real`] : []),
  ]);
  return needed
    .filter((subject) => !subjects.has(subject))
    .map((subject) => ({
      subject,
      event: 1,
      expected: 'a history of this batch, which was read',
      found: 'none',
    }));
}

const endSchema = submissionSchema.pick({ status: true, counts: true, rows: true });

function hasPassed(lines: readonly LedgerEvent[] = []): boolean {
  const end = lines.findLast(({ type }) => type === 'ended' || type === 'recheckRequested');
  const planned = lines.find(({ type }) => type === beginnings.submission);
  const ended = endSchema.safeParse({ ...end?.data, rows: planned?.data['rows'] });
  return ended.success && hasRowsToWrite(ended.data);
}

/** A finding without its run, which `verifyRun` adds. */
type Found = Omit<Finding, 'runId'>;

function finding({ subject, version }: LedgerEvent, expected: string, found: string): Found {
  return { subject, event: version, expected, found };
}

function nameOf({ subject, version }: LedgerEvent): string {
  return `event ${version} of ${subject}`;
}
