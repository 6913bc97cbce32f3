import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly text: string;
  readonly label: string;
  readonly left: number;
  readonly width: number;
  /** Where to go on: below, beside, or nowhere. */
  readonly onDone: (text: string | undefined, next: 'below' | 'beside' | 'stay') => void;
}

/** A cell while it is changed. Enter and Tab keep what was written, Escape does not; Alt and Enter break the line. */
export function CellEditor({ text, label, left, width, onDone }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  // Before the next key: who types at once loses no letter.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const done = (written: string | undefined, next: 'below' | 'beside' | 'stay') => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(written, next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const { key } = event;
    const written = field.current?.value ?? text;
    if (key === 'Escape') done(undefined, 'stay');
    else if (key === 'Tab') done(written, 'beside');
    else if (key === 'Enter' && !event.altKey && !event.shiftKey && !event.isComposing)
      done(written, 'below');
    else return;
    event.preventDefault();
  };
  return (
    <textarea
      ref={field}
      class="grid-editor"
      rows={1}
      aria-label={label}
      spellcheck={false}
      style={{ left: `${left}px`, width: `${Math.max(width, 160)}px` }}
      onKeyDown={onKeyDown}
      onBlur={() => done(field.current?.value, 'stay')}
      onMouseDown={(event) => event.stopPropagation()}
    >
      {text}
    </textarea>
  );
}
