import { nextNotice, withMailEvent } from '../notice/notice.ts';
import { checkOf } from './approval.ts';
import type { RunEvent, RunEventOf } from './events.ts';
import { withEnd } from './late-imports.ts';
import type { Approval, LostTime, Run } from '../model/run.ts';
import { isEnded } from '../model/status.ts';

const unblocked = { blockedBy: undefined, standsAside: undefined };

/**
 * The fields of the run that an accepted event changes, besides its status. A duplicate keeps no sheet of an earlier question:
 * another run imports its rows.
 */
export function factsOf(run: Run, event: RunEvent): Partial<Run> {
  const { approval } = run;
  switch (event.type) {
    case 'settingsKnown':
    case 'read':
    case 'rejected':
    case 'cancelled':
    case 'finished':
    case 'superseded':
      return factsIn(event);
    case 'duplicate':
      return { ...factsIn(event), resultKey: undefined };
    case 'blocked':
      return blockedBy(run, event);
    // It asks for its lane once more.
    case 'trackerStarted':
      return { trackers: event.trackers, ...unblocked };
    case 'laneTaken':
      return { laneSince: event.at, ...unblocked, blockedSince: undefined, ...factsIn(event) };
    case 'approvalRequested':
      return askedBy(run, event);
    case 'approved': {
      const approved = { at: event.at, by: event.by };
      return { approval: approval && { ...approval, approved }, laneSince: undefined };
    }
    case 'decisionNeeded':
      return { ...factsIn(event), questions: (run.questions ?? 0) + 1, questionAt: event.at };
    case 'cancelRequested':
      return { cancel: { at: event.at, by: event.by } };
    case 'undoRequested':
      return undoBegun(run, event);
    case 'undone':
      return { undo: withCounts(run, event) };
    case 'lateImportReceived':
      return { late: [...(run.late ?? []), { at: event.at, batch: event.batch, importId: event.importId }] };
    case 'lateImportEnded':
      // The notice that was sent did not mention it, so the run owes one more.
      return { late: withEnd(run, event), notice: undefined, ...present({ counts: event.counts }) };
    case 'resultWritten':
      return {
        resultKey: event.resultKey,
        ...(event.planKey !== undefined && { approval: approval && { ...approval, planKey: event.planKey } }),
      };
    case 'noticeChanged':
      return { notice: nextNotice(run.notice, event.notice) };
    case 'reminderDue':
      return { notice: undefined, reminders: event.number };
    case 'mailEvent':
      return { mailEvents: withMailEvent(run, event) };
    case 'importReverted':
      // The notice that was sent did not mention it.
      return { reverts: withRevert(run, event), ...(isEnded(run.status) && { notice: undefined }) };
    case 'ledgerRestored':
      return restoredBy(run, event);
    case 'erased':
      return { erasures: withErasure(run, event) };
    case 'importingStarted':
      return { importingSince: event.at };
    case 'resumed':
      return {};
  }
}

function blockedBy(run: Run, { at, blockedBy: by, standsAside }: RunEventOf<'blocked'>): Partial<Run> {
  return { blockedBy: by, blockedSince: run.blockedSince ?? at, standsAside };
}

const undoBegun = (run: Run, { at, by, lane = run.lane }: RunEventOf<'undoRequested'>): Partial<Run> => ({
  undo: { at, by },
  laneSince: undefined,
  ...present({ lane }),
});

function askedBy(
  { approval }: Run,
  { at, reason, reasonCodes, plan, crossed }: RunEventOf<'approvalRequested'>,
): Partial<Run> {
  const asked = (approval?.asked ?? 0) + 1;
  return { reason, reasonCodes, questionAt: at, approval: { asked, plan, ...present({ crossed }) } };
}

function withCounts({ undo }: Run, { at, counts, reportKey }: RunEventOf<'undone'>): Run['undo'] {
  return { ...(undo ?? { at, by: 'somebody' }), counts, ...present({ reportKey }) };
}

type Carrier =
  | 'laneTaken'
  | 'settingsKnown'
  | 'read'
  | 'rejected'
  | 'cancelled'
  | 'finished'
  | 'duplicate'
  | 'superseded'
  | 'decisionNeeded';

/** The facts of an event that has the same fields as the run. */
function factsIn({ type: _type, at: _at, ...facts }: RunEventOf<Carrier>): Partial<Run> {
  return present(facts);
}

/** Leaves out undefined fields, which would overwrite known ones. */
function present<T extends object>(facts: T): Partial<T> {
  const kept: Partial<T> = { ...facts };
  for (const name in kept) if (kept[name] === undefined) delete kept[name];
  return kept;
}

/** The newest; the history has all of them. */
const mostKept = 100;

function withRevert(
  { reverts = [] }: Run,
  { type: _, ...revert }: RunEventOf<'importReverted'>,
): Run['reverts'] {
  return [...reverts, revert].slice(-mostKept);
}

function restoredBy(
  { status, approval, restored }: Run,
  { at, from, until }: RunEventOf<'ledgerRestored'>,
): Partial<Run> {
  const check = status === 'reading' ? 0 : checkOf({ approval, restored }) + 1;
  return {
    restored: { at, from, until, check },
    mayNeedApproval: true,
    ...(approval && { approval: withoutOld(approval, { from, until }) }),
  };
}

/** What somebody approved before may have been done since. */
function withoutOld({ approved, ...approval }: Approval, { until }: LostTime): Approval {
  return approved !== undefined && Date.parse(approved.at) > Date.parse(until)
    ? { ...approval, approved }
    : approval;
}

function withErasure({ erasures = [] }: Run, { type: _, ...erasure }: RunEventOf<'erased'>): Run['erasures'] {
  return [...erasures, erasure].slice(-mostKept);
}

/** Whether the run has all of these facts already. */
export function hasFacts(run: Run, facts: Partial<Run>): boolean {
  const known: Partial<Record<string, unknown>> = { ...run };
  return Object.entries(facts).every(
    ([name, value]) => JSON.stringify(known[name]) === JSON.stringify(value),
  );
}
