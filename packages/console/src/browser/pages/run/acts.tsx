import { useSignal } from '@preact/signals';
import type { RunHead } from '../../app/answers.ts';
import { may } from '../../app/session.ts';
import { ActDialog } from './act-dialog.tsx';
import { acts, isPossible, wordsOf, type Act } from './act-words.ts';

interface Shown {
  readonly run: RunHead;
  readonly onDone: () => void;
}

/** What this person can do to the run as it is now. */
export function Acts({ run, onDone }: Shown) {
  const open = useSignal<Act | undefined>(undefined);
  const possible = acts.filter((act) => may(act) && isPossible[act](run));
  const close = (): void => void (open.value = undefined);
  const shown = open.value;
  if (possible.length === 0 && shown === undefined) return null;
  return (
    <section class="acts" aria-label="What you can do">
      {possible.map((act) => (
        <button
          key={act}
          type="button"
          class={act === 'approve' || act === 'decide' ? 'main' : ''}
          onClick={() => (open.value = act)}
        >
          {wordsOf[act](run).button}
        </button>
      ))}
      {shown && <ActDialog act={shown} run={run} onClose={close} onDone={onDone} />}
    </section>
  );
}
