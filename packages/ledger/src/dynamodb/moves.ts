import { eventLine, subjectOf } from '../history/beginnings.ts';
import { type Headed, linked } from '../history/chain.ts';
import { runAfter } from '../run/final-counts.ts';
import { LedgerError } from '../ledger-error.ts';
import { waitsForLane } from '../lane/lanes.ts';
import type { RunEventInput, Moved, SubmissionRef } from '../ledger.ts';
import type { EventLine } from '../history/event.ts';
import type { Run } from '../run/schemas.ts';
import type { Submission } from '../submission/schemas.ts';
import { found } from '../refusals.ts';
import { isOpen } from '../run/transitions.ts';
import type { RunEvent } from '../run/events.ts';
import { nextSubmission } from '../submission/transitions.ts';
import type { SubmissionEvent } from '../submission/events.ts';
import {
  eventItem,
  openItem,
  putAlways,
  putNew,
  replace,
  runItem,
  submissionItem,
  waitingItem,
} from './items.ts';
import { eventKey } from './keys.ts';
import { readRun, readSubmission, readSubmissions } from './reads.ts';
import { type Item, type TableAccess, type WriteAction, transact } from './table-access.ts';

export interface Step<T> {
  readonly before: T;
  /** The same object as `before` if nothing changes; undefined if the event is refused. */
  readonly next: T | undefined;
  readonly line: (next: T) => EventLine;
  readonly item: (next: T) => Item;
  readonly alongside: (next: T) => readonly WriteAction[];
  readonly startedAt?: string | undefined;
}

/** How often others may write first before we give up. */
const racesAtMost = 20;

export function moveRun(access: TableAccess, runId: string, asked: RunEventInput): Promise<Moved<Run>> {
  return move(access, async () => {
    const before = found(await readRun(access, runId), runId);
    const { next, event } = await runAfter(before, asked, () => readSubmissions(access, runId));
    return stepOfRun(access.table, { before, next, event });
  });
}

export function stepOfRun(
  table: string,
  { before, next, event }: { readonly before: Run; readonly next: Run | undefined; readonly event: RunEvent },
): Step<Run> {
  const { runId } = before;
  return {
    before,
    next,
    line: ({ version }) => eventLine(event, { runId, subject: 'run', version }),
    item: runItem,
    alongside: (after) => [
      ...(isOpen(before) === isOpen(after) ? [] : [putAlways(table, openItem(after))]),
      ...(waitsForLane(before) === waitsForLane(after) ? [] : [putAlways(table, waitingItem(after))]),
    ],
    startedAt: before.startedAt,
  };
}

export interface AskedOfSubmission {
  readonly event: SubmissionEvent;
  readonly known?: Submission | undefined;
}

/** `known` saves the read, because the write is conditional on its version. If `known` refuses the event, the item is read. */
export function moveSubmission(
  access: TableAccess,
  ref: SubmissionRef,
  { event, known }: AskedOfSubmission,
): Promise<Moved<Submission>> {
  const subject = subjectOf(ref);
  const stepFrom = (before: Submission): Step<Submission> => ({
    before,
    next: nextSubmission(before, event),
    line: ({ version }) => eventLine(event, { runId: ref.runId, subject, version }),
    item: submissionItem,
    alongside: () => [],
  });
  return move(access, async (races) => {
    const step = known && races === 0 ? stepFrom(known) : undefined;
    if (step?.next !== undefined && step.next !== step.before) return step;
    return stepFrom(found(await readSubmission(access, ref), `${ref.runId} ${subject}`));
  });
}

export async function move<T extends Headed>(
  access: TableAccess,
  plan: (races: number) => Promise<Step<T>>,
): Promise<Moved<T>> {
  const { table } = access;
  const mark = access.newId();
  for (let races = 0; races < racesAtMost; races += 1) {
    const { before, next, line, item, alongside, startedAt } = await plan(races);
    if (!next) return { moved: false, now: before };
    if (next === before) return { moved: true, now: before };
    const link = linked(next, line(next), before);
    const isWritten = await transact(access, {
      actions: [
        replace(table, { item: item(link.item), version: before.version }),
        putNew(table, eventItem(link.event, { mark, startedAt })),
        ...alongside(next),
      ],
      proof: { key: eventKey(link.event), mark },
    });
    if (isWritten) return { moved: true, now: link.item };
  }
  throw new LedgerError('busy', `Others moved the same item first ${racesAtMost} times.`);
}
