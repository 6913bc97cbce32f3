import { canonicalJson, formerJson, sha256 } from '@sluice/aws-kit/hash-chain';
import { type Versioned, submissionPlanned } from './beginnings.ts';
import type { EventLine, LedgerEvent } from '../model/event.ts';
import type { Submission } from '../model/submission.ts';

/** An item with a chained history: `head` is the hash of the last event, set when the item is written. */
export interface Headed extends Versioned {
  readonly head?: string | undefined;
}

/** The item after an event, and the event, linked to the one before it. Both are written together or not at all. */
export interface Link<T extends Headed> {
  readonly item: T & { readonly head: string };
  readonly event: LedgerEvent;
}

/** Links an event to the head of the item that it moves. */
export function linked<T extends Headed>(item: T, line: EventLine, before?: Headed): Link<T> {
  const tied = { ...line, form: 2 as const, ...(before?.head !== undefined && { prev: before.head }) };
  const hash = eventHash(tied);
  return { item: { ...item, head: hash }, event: { ...tied, hash } };
}

export function plannedAt(submission: Submission, at: string): Link<Submission> {
  return linked(submission, submissionPlanned(submission, at));
}

export function withHead<T extends Headed>(item: T, { hash }: LedgerEvent): T {
  return { ...item, head: hash };
}

/** sha256, in hex, of the canonical JSON of an event with the hash of the one before it, and without its own. */
export function eventHash({ form, prev, ...line }: Omit<LedgerEvent, 'hash'>): string {
  const { runId, subject, version, at, type, data } = line;
  const hashed = { runId, subject, version, at, type, data };
  if (form === undefined) return sha256(formerJson({ ...hashed, prev: prev ?? null }));
  return sha256(canonicalJson({ ...hashed, form, prev }));
}

/** The hash of what a service keeps of the values of an import, as an event has it. */
export const hashOfValues = (values: object): string => sha256(canonicalJson(values));
