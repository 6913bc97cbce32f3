import { useSignal } from '@preact/signals';
import { visibleText } from '../../parts/visible.ts';

interface Props {
  readonly label: string;
  /** What a screen reader calls it, with what it is for. */
  readonly name: string;
  readonly button: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** The option that is probably meant. */
  readonly suggested?: string | undefined;
  readonly onChoose: (value: string) => void;
}

/** Something to choose, which is done by the button: by keyboard, a list passes what is not meant. */
export function Choose({ label, name, button, options, suggested = '', onChoose }: Props) {
  const chosen = useSignal<string | undefined>(undefined);
  const asked = chosen.value ?? suggested;
  const value = options.some((option) => option.value === asked) ? asked : '';
  return (
    <div class="choose">
      <label>
        {label}
        <select
          aria-label={name}
          value={value}
          onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
        >
          <option value="">Choose</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {visibleText(option.text, 60)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        disabled={value === ''}
        onClick={() => {
          chosen.value = undefined;
          onChoose(value);
        }}
      >
        {button}
      </button>
    </div>
  );
}
