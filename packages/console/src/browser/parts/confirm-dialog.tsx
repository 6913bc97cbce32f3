import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ApiError } from '../app/api.ts';
import { failureOf } from '../app/use-answer.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './notices.tsx';

/** Something that is only done after a person has read what it does. */
export interface Confirmed {
  readonly title: string;
  /** What it will do, and what it cannot, a sentence each. */
  readonly does: readonly string[];
  /** On the button that does it. */
  readonly confirm: string;
  /** Whether it takes something away. */
  readonly isDangerous?: boolean;
  readonly act: (form: FormData) => Promise<unknown>;
  readonly onDone: () => void;
}

interface Shown extends Confirmed {
  readonly onClose: () => void;
  /** Fields for what the person chooses. */
  readonly children?: ComponentChildren;
}

/** Says what an act will do before it is done, and what the system answered if it was refused. */
export function ConfirmDialog({
  title,
  does,
  confirm,
  isDangerous = false,
  act,
  onDone,
  onClose,
  children,
}: Shown) {
  const error = useSignal<ApiError | undefined>(undefined);
  const isSending = useSignal(false);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    isSending.value = true;
    try {
      await act(new FormData(event.currentTarget as HTMLFormElement));
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
        {children}
        {error.value && <Problem error={error.value} />}
        <div class="buttons">
          <button type="submit" class={isDangerous ? 'danger' : 'main'} disabled={isSending.value}>
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

/** A button that opens the dialog. */
export function ConfirmButton({ button, ...confirmed }: Confirmed & { readonly button: string }) {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {button}
      </button>
      {isOpen.value && <ConfirmDialog {...confirmed} onClose={() => (isOpen.value = false)} />}
    </>
  );
}
