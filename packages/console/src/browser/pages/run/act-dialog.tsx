import { decisionCommands } from '@sluice/ledger';
import { useSignal } from '@preact/signals';
import { doneSchema, type RunHead } from '../../app/answers.ts';
import { ask, type ApiError } from '../../app/api.ts';
import { failureOf } from '../../app/use-answer.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/notices.tsx';
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

/** Says what an act will do before it is done, and what the system answered if it was refused. */
export function ActDialog({ act, run, onClose, onDone }: Shown) {
  const error = useSignal<ApiError | undefined>(undefined);
  const isSending = useSignal(false);
  // As the person read them: the run may go on behind the dialog.
  const read = useSignal({ run, words: wordsOf[act](run) });
  const { title, does, confirm } = read.value.words;
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = bodies[act](read.value.run, new FormData(event.currentTarget as HTMLFormElement));
    isSending.value = true;
    try {
      await ask(act, { path: { runId: run.runId }, body, answer: doneSchema });
      onDone();
      onClose();
    } catch (thrown) {
      error.value = failureOf(thrown);
      isSending.value = false;
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void send(event)}>
        {does.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {act === 'decide' && <DecisionFields open={run.toDecide ?? []} lines={linesOf(run)} />}
        {error.value && <Problem error={error.value} />}
        <div class="buttons">
          <button
            type="submit"
            class={act === 'approve' || act === 'decide' ? 'main' : 'danger'}
            disabled={isSending.value}
          >
            {confirm}
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const linesOf = ({ runId, toDecide = [] }: RunHead): readonly string[] =>
  decisionCommands(runId, toDecide).batches;
