import { nextOf, type Cell } from '../states/next.ts';
import {
  isKnownMailEvent,
  isNoticeSettled,
  isNoticeTaken,
  isReminderDue,
  nextNotice,
  nextReminder,
  withMailEvent,
} from '../notice/notice.ts';
import type {
  MigrationEvent,
  MigrationEventType,
  MigrationRun,
  MigrationStatus,
  NewMigration,
  StepState,
} from './model.ts';

const nothingMore = {
  started: 'refused',
  skipped: 'refused',
  tooLate: 'refused',
  stepBegun: 'refused',
  stepEnded: 'refused',
  finished: 'refused',
  cancelRequested: 'refused',
  cancelled: 'refused',
  undoRequested: 'refused',
  undone: 'refused',
  reminderDue: 'refused',
  executionStarted: 'stays',
  noticeChanged: 'stays',
  mailEvent: 'stays',
} as const satisfies Record<MigrationEventType, Cell<MigrationStatus>>;

const mayHaveWritten = { ...nothingMore, undoRequested: 'undoing' } as const;

/** Total: every status has an answer to every event. An ended migration takes only reports about it, and the request to undo it. */
export const migrationTransitions: Record<
  MigrationStatus,
  Record<MigrationEventType, Cell<MigrationStatus>>
> = {
  planned: {
    ...nothingMore,
    started: 'running',
    skipped: 'skipped',
    tooLate: 'tooLate',
    finished: 'failed',
    cancelRequested: 'stays',
    cancelled: 'cancelled',
  },
  running: {
    ...nothingMore,
    stepBegun: 'stays',
    stepEnded: 'stays',
    finished: 'asEventStates',
    cancelRequested: 'stays',
    cancelled: 'cancelled',
    undoRequested: 'undoing',
    reminderDue: 'stays',
  },
  succeeded: mayHaveWritten,
  partly: mayHaveWritten,
  failed: mayHaveWritten,
  undoing: { ...nothingMore, undone: 'asEventStates', reminderDue: 'stays' },
  undone: nothingMore,
  failed_and_undone: nothingMore,
  skipped: nothingMore,
  tooLate: nothingMore,
  cancelled: mayHaveWritten,
};

const ended = {
  planned: false,
  running: false,
  undoing: false,
  succeeded: true,
  partly: true,
  failed: true,
  undone: true,
  failed_and_undone: true,
  skipped: true,
  tooLate: true,
  cancelled: true,
} as const satisfies Record<MigrationStatus, boolean>;

type EndedStatus = { [S in MigrationStatus]: (typeof ended)[S] extends true ? S : never }[MigrationStatus];

export const isMigrationEnded = (status: MigrationStatus): status is EndedStatus => ended[status];

/** Whether something is still due: it has not ended, or its notice was neither sent nor refused. */
export function isMigrationOpen({
  status,
  notice,
}: Pick<MigrationRun, 'status'> & { readonly notice?: { readonly state: string } | undefined }): boolean {
  return !isMigrationEnded(status) || !isNoticeSettled(notice);
}

/** The migration's run after the event. */
export const nextMigration = nextOf<MigrationRun, MigrationEvent, MigrationStatus, MigrationEventType>({
  table: migrationTransitions,
  stated: (_, event) => (event.type === 'finished' || event.type === 'undone' ? event.status : undefined),
  isOvertaken,
  isKnown: changesNothing,
  factsOf: (run, event, status) => {
    const facts = factsOf(run, event);
    return (
      facts && {
        // The next status has a notice of its own.
        ...(status !== run.status && { notice: undefined, reminders: undefined }),
        ...facts,
        ...(isMigrationEnded(status) && run.finishedAt === undefined && { finishedAt: event.at }),
      }
    );
  },
});

/** Whether the event comes from somebody who has not seen a later one. */
function isOvertaken(run: MigrationRun, event: MigrationEvent): boolean {
  switch (event.type) {
    case 'cancelled':
      return run.cancel === undefined;
    case 'noticeChanged':
      return event.about !== run.status || isNoticeTaken(run.notice, event);
    case 'reminderDue':
      return !isReminderDue(run, event.at) || event.number !== nextReminder(run);
    case 'executionStarted':
      return event.executions <= run.executions;
    case 'undoRequested':
      // The mail about its end comes first. A dry run wrote nothing.
      return run.dryRun || (isMigrationEnded(run.status) && isMigrationOpen(run));
    case 'stepBegun':
    case 'finished':
    case 'started':
      return run.cancel !== undefined;
    default:
      return false;
  }
}

function changesNothing(run: MigrationRun, event: MigrationEvent): boolean {
  if (event.type === 'cancelRequested') return run.cancel !== undefined;
  if (event.type === 'mailEvent') return isKnownMailEvent(run, event);
  if (event.type === 'stepBegun') return run.steps[event.step]?.status === 'running';
  return event.type === 'stepEnded' && run.steps[event.step]?.status === event.status;
}

function factsOf(run: MigrationRun, event: MigrationEvent): Partial<MigrationRun> | undefined {
  switch (event.type) {
    case 'started':
      return { startedAt: event.at };
    case 'skipped':
    case 'tooLate':
    case 'cancelled':
    case 'finished':
      return whyIn(event);
    case 'stepBegun':
    case 'stepEnded':
      return stepAfter(run, event);
    case 'cancelRequested':
      return { cancel: { at: event.at, by: event.by } };
    case 'undoRequested':
      return {
        undo: { at: event.at, by: event.by },
        ...whyIn(event),
      };
    case 'undone':
      return {
        undo: { ...(run.undo ?? { at: event.at, by: 'somebody' }), counts: event.counts },
        ...whyIn(event),
      };
    case 'reminderDue':
      return { notice: undefined, reminders: event.number };
    case 'executionStarted':
      return { execution: event.execution, executions: event.executions };
    case 'noticeChanged':
      return { notice: nextNotice(run.notice, event.notice) };
    case 'mailEvent':
      return { mailEvents: withMailEvent(run, event) };
  }
}

interface Reasoned {
  readonly reason?: string | undefined;
  readonly reasonCodes?: readonly string[] | undefined;
}

/** The reason of an event with its codes; one of an earlier version has none. */
const whyIn = ({ reason, reasonCodes }: Reasoned): Reasoned =>
  reason === undefined ? {} : { reason, ...(reasonCodes !== undefined && { reasonCodes }) };

/** Steps go one after the other, so an event counts only for the first step that has not ended. */
function stepAfter(
  run: MigrationRun,
  event: Extract<MigrationEvent, { type: 'stepBegun' | 'stepEnded' }>,
): Partial<MigrationRun> | undefined {
  const current = currentStep(run);
  const known = run.steps[event.step];
  if (known === undefined || event.step !== current) return undefined;
  const next: StepState =
    event.type === 'stepBegun'
      ? { status: 'running', runIds: event.runIds, startedAt: event.at }
      : {
          ...known,
          status: event.status,
          ...(event.counts !== undefined && { counts: event.counts }),
          ...whyIn(event),
          endedAt: event.at,
        };
  return { steps: run.steps.with(event.step, next) };
}

/** The first step that has not ended; undefined when all have. */
export function currentStep({ steps }: Pick<MigrationRun, 'steps'>): number | undefined {
  const at = steps.findIndex(({ status }) => status === 'waiting' || status === 'running');
  return at < 0 ? undefined : at;
}

export function newMigration(facts: NewMigration, at: string): MigrationRun {
  const steps = (facts.definition?.steps ?? []).map((): StepState => ({ status: 'waiting', runIds: [] }));
  return { ...facts, status: 'planned', steps, createdAt: at, executions: 1, version: 1 };
}
