import { eventLine, subjectOf } from '../history/beginnings.ts';
import type { Link } from '../history/chain.ts';
import type { Moved, SubmissionRef } from '../port/ledger.ts';
import { found } from '../refusals.ts';
import type { SubmissionEvent } from '../submission/events.ts';
import type { Submission } from '../model/submission.ts';
import { nextSubmission } from '../submission/transitions.ts';
import { isWrittenBy } from './histories.ts';
import { importItem, putNew, replace } from './items.ts';
import { type Step, move } from './moves.ts';
import { readSubmission } from './reads.ts';
import {
  earlierLines,
  isAtHand,
  lineOf,
  linesOf,
  markOf,
  mostLines,
  submissionItem,
  writtenAs,
} from './submission-items.ts';
import { type TableAccess, putItem, putWhere, transact } from './table-access.ts';

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
    write: (link, mark) => writeMove(access, before, { link, mark: markOf(mark) }),
  });
  return move(access, async (races) => {
    const step = known && races === 0 && isAtHand(known) ? stepFrom(known) : undefined;
    if (step?.next !== undefined && step.next !== step.before) return step;
    return stepFrom(found(await readSubmission(access, ref), `${ref.runId} ${subject}`));
  });
}

/** One conditional write. Once the lines are too many, they move into an item of their own, in one transaction with the new one. */
async function writeMove(
  access: TableAccess,
  before: Submission,
  { link, mark }: { readonly link: Link<Submission>; readonly mark: string },
): Promise<boolean> {
  const { table } = access;
  const { item: after, event } = link;
  // First, so that a run is found by each importId in its history.
  const entry = importItem(event);
  if (entry) await putItem(access, entry);
  const [lines, line] = [linesOf(before), lineOf(event, mark)];
  const isFull = lines.length >= mostLines;
  const item = submissionItem(after, isFull ? [line] : [...lines, line]);
  const put = replace(table, { item, version: before.version });
  const proof = () => isWrittenBy(access, after, { version: after.version, mark });
  const isWritten = isFull
    ? await transact(access, { actions: [put, putNew(table, earlierLines(after, lines))], proof })
    : await putWhere(access, put.Put, proof);
  if (isWritten) writtenAs(after, item);
  return isWritten;
}
