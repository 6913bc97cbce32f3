import { countsText, runWords } from '@sluice/answers/run';
import type { ConsoleRouteName } from '../../../api/routes.ts';
import { isEnded, mayHaveWritten, planName } from '@sluice/ledger';
import { isNotified } from '@sluice/ledger/views';
import { counted } from '@sluice/contract/words';
import type { RunHead } from '../../app/answers.ts';

export const acts = ['approve', 'decide', 'cancel', 'undo'] as const satisfies readonly ConsoleRouteName[];
export type Act = (typeof acts)[number];

/** What a person reads before they act. */
export interface ActWords {
  /** On the button that opens the dialog. */
  readonly button: string;
  readonly title: string;
  /** What it will do, and what it cannot. */
  readonly does: readonly string[];
  /** On the button that does it. */
  readonly confirm: string;
}

/** Whether a run in this state can be acted on like that. The API decides once more. */
export const isPossible: Readonly<Record<Act, (run: RunHead) => boolean>> = {
  approve: ({ status, approval, cancelledBy }) =>
    status === 'awaiting_approval' && approval !== undefined && cancelledBy === undefined,
  decide: ({ status, toDecide = [], cancelledBy }) =>
    status === 'needs_decision' && toDecide.length > 0 && cancelledBy === undefined,
  cancel: ({ status, cancelledBy }) => !isEnded(status) && status !== 'undoing' && cancelledBy === undefined,
  // The mail about its end comes first: until then an undo is refused.
  undo: (run) => isEnded(run.status) && isNotified(run) && run.status !== 'undone' && mayHaveChanged(run),
};

/** A run that was cancelled in its dry run changed nothing. */
const mayHaveChanged = ({ status, counts }: RunHead): boolean => {
  const { created, updated, deleted, landed, unknown } = counts;
  return mayHaveWritten(status) && created + updated + deleted + landed + unknown > 0;
};

export const wordsOf: Readonly<Record<Act, (run: RunHead) => ActWords>> = {
  approve: ({ approval, secondPerson }) => ({
    button: 'Approve…',
    title: `Approve plan ${approval ? planName(approval.plan) : ''}`,
    does: [
      `If you approve: ${countsText(approval?.plan.counts ?? {})}.`,
      runWords.checkedOnceMore,
      ...(secondPerson === true ? ['Whoever dropped or corrected this file cannot approve it.'] : []),
      'What was written can be undone, except for records that somebody changes after it.',
    ],
    confirm: 'Approve',
  }),
  decide: ({ toDecide = [] }) => ({
    button: 'Decide…',
    title: `Decide on ${counted(toDecide.length, 'batch', 'batches')}`,
    does: [
      'These rows may be in the records or not. Look for them in the service first. The result sheet has what the service answered.',
      'Rows that you send again overwrite what others have changed in their records since.',
    ],
    confirm: 'Decide',
  }),
  cancel: ({ status, counts }) => ({
    button: status === 'awaiting_approval' ? 'Refuse…' : 'Cancel…',
    title: status === 'awaiting_approval' ? 'Refuse this plan' : 'Cancel this run',
    does: [
      mayHaveWritten(status)
        ? 'Nothing more is sent. What was sent already is awaited, and rows that are in the records stay there: undo takes them back.'
        : 'Nothing has been written, and nothing will be.',
      `A cancelled run cannot go on. To import ${counts.read === 0 ? 'the file' : `its ${counted(counts.read, 'row')}`} after all, drop the file again.`,
    ],
    confirm: status === 'awaiting_approval' ? 'Refuse' : 'Cancel the run',
  }),
  undo: ({ counts: { created, updated, deleted, landed } }) => ({
    button: 'Undo…',
    title: 'Undo this run',
    does: [
      `This puts back what ${counted(created + updated + deleted + landed, 'row')} wrote: created records are removed, changed and deleted ones get their values from before.`,
      'A record that somebody changed since is kept as it is. The report of the undo names each record, and what became of it.',
      'An undo cannot be undone. To import the rows again, drop the file again.',
    ],
    confirm: 'Undo',
  }),
};
