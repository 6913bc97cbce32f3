import { askedOf, withAnswer, withPlan } from './approval.ts';
import { withEnd } from './late.ts';
import type { Run } from './model.ts';
import type { RunEvent } from './event.ts';
import { withMailEvent } from '@sluice/mail/notice';

/** What the run knows after an event that it takes, besides its status. */
export function factsOf(run: Run, event: RunEvent): Partial<Run> {
  switch (event.type) {
    case 'settingsKnown':
      return settingsOf(event);
    case 'read':
      return {
        sha256: event.sha256,
        reading: event.reading,
        ...(event.lane !== undefined && { lane: event.lane }),
      };
    case 'laneTaken':
      return { laneSince: event.at, blockedBy: undefined };
    case 'blocked':
      return { blockedBy: event.blockedBy };
    case 'rejected':
    case 'cancelled':
      return endOf(event);
    case 'finished':
      return {
        ...(event.reason !== undefined && { reason: event.reason }),
        ...(event.counts !== undefined && { counts: event.counts }),
      };
    case 'duplicate':
      return { duplicateOf: event.duplicateOf };
    case 'superseded':
      return { reason: event.reason };
    case 'approvalAsked':
      return { reason: event.reason, askedAt: event.at, approval: askedOf(run, event.plan) };
    case 'approved':
      return { approval: withAnswer(run, event), laneSince: undefined };
    case 'needsDecision':
      return questionOf(run, event);
    case 'cancelAsked':
      return { cancel: { at: event.at, by: event.by } };
    case 'undoAsked':
      return undoAskedOf(event);
    case 'undone':
      return { undo: undoOf(run, event) };
    case 'heardLate':
      return { late: [...(run.late ?? []), { at: event.at, batch: event.batch, importId: event.importId }] };
    case 'lateEnded':
      return lateEndOf(run, event);
    case 'resultWritten':
      return {
        resultKey: event.resultKey,
        ...(event.planKey !== undefined && { approval: withPlan(run, event.planKey) }),
      };
    case 'trackerStarted':
      return { trackers: event.trackers };
    case 'noticeChanged':
      return { notice: event.notice };
    case 'reminderDue':
      return { notice: undefined, reminders: event.number };
    case 'mailEvent':
      return { mailEvents: withMailEvent(run, event) };
    case 'decidedToImport':
    case 'resumed':
      return {};
  }
}

/** The mail that was sent said nothing of it: it is told in one more. */
function lateEndOf(run: Run, event: Extract<RunEvent, { type: 'lateEnded' }>): Partial<Run> {
  return {
    late: withEnd(run, event),
    notice: undefined,
    ...(event.counts !== undefined && { counts: event.counts }),
  };
}

function endOf(event: Extract<RunEvent, { type: 'rejected' | 'cancelled' }>): Partial<Run> {
  return {
    reason: event.reason,
    ...(event.type === 'rejected' && event.sha256 !== undefined && { sha256: event.sha256 }),
    ...(event.reading !== undefined && { reading: event.reading }),
    ...(event.type === 'cancelled' && event.quietUntil !== undefined && { quietUntil: event.quietUntil }),
    ...(event.counts !== undefined && { counts: event.counts }),
  };
}

function undoAskedOf(event: Extract<RunEvent, { type: 'undoAsked' }>): Partial<Run> {
  return {
    undo: { at: event.at, by: event.by },
    laneSince: undefined,
    ...(event.lane !== undefined && { lane: event.lane }),
  };
}

function questionOf(run: Run, event: Extract<RunEvent, { type: 'needsDecision' }>): Partial<Run> {
  return {
    reason: event.reason,
    questions: (run.questions ?? 0) + 1,
    askedAt: event.at,
    ...(event.counts !== undefined && { counts: event.counts }),
  };
}

function settingsOf(event: Extract<RunEvent, { type: 'settingsKnown' }>): Partial<Run> {
  return {
    schema: event.schema,
    lookup: event.lookup,
    emails: event.emails,
    ...(event.profile !== undefined && { profile: event.profile }),
    ...(event.profileSha256 !== undefined && { profileSha256: event.profileSha256 }),
    ...(event.profileVersionId !== undefined && { profileVersionId: event.profileVersionId }),
    ...(event.invalidRows !== undefined && { invalidRows: event.invalidRows }),
    ...(event.mayAsk !== undefined && { mayAsk: event.mayAsk }),
    ...(event.settings !== undefined && { settings: event.settings }),
    ...(event.again !== undefined && { again: event.again }),
  };
}

function undoOf(run: Run, { at, counts, reportKey }: Extract<RunEvent, { type: 'undone' }>): Run['undo'] {
  const asked = run.undo ?? { at, by: 'somebody' };
  return { ...asked, counts, ...(reportKey !== undefined && { reportKey }) };
}

/** Whether the run says all of this already. */
export function tellsNothingNew(run: Run, facts: Partial<Run>): boolean {
  const known: Partial<Record<string, unknown>> = { ...run };
  return Object.entries(facts).every(
    ([name, value]) => JSON.stringify(known[name]) === JSON.stringify(value),
  );
}
