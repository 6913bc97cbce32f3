import { batchLines } from '@sluice/answers/run';
import { useSignal } from '@preact/signals';
import { doneSchema, type RunHead } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { wordsOf, type Act } from './act-words.ts';
import { DecisionFields, decisionIn } from './decision-fields.tsx';

interface Shown {
  readonly act: Act;
  readonly run: RunHead;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What each act sends, with what the person chose. */
const bodies: Readonly<Record<Act, (run: RunHead, form: FormData) => object>> = {
  approve: ({ approval }) => ({ plan: approval?.plan.sha256 }),
  decide: (_run, form) => decisionIn(form),
  cancel: () => ({}),
  undo: () => ({}),
};

export function ActDialog({ act, run: newest, onClose, onDone }: Shown) {
  // As the person read it: the run may go on behind the dialog.
  const { value: run } = useSignal(newest);
  const { title, does, confirm } = wordsOf[act](run);
  const send = (form: FormData) =>
    ask(act, { path: { runId: run.runId }, body: bodies[act](run, form), answer: doneSchema });
  const { runId, toDecide = [] } = run;
  return (
    <ConfirmDialog
      title={title}
      does={does}
      confirm={confirm}
      isDangerous={act === 'cancel' || act === 'undo'}
      act={send}
      onDone={onDone}
      onClose={onClose}
    >
      {act === 'decide' && <DecisionFields open={toDecide} lines={batchLines(runId, toDecide)} />}
    </ConfirmDialog>
  );
}
