import { useSignal } from '@preact/signals';
import { Shown } from '../../parts/cell-text.tsx';
import type { Join } from '../state/draft-columns.ts';

interface Props {
  readonly join: Join;
  readonly onJoin: (join: Join) => void;
  readonly onTakeOut: (column: string) => void;
}

/** The columns of a join in their order, and what stands between them. */
export function JoinedColumns({ join, onJoin, onTakeOut }: Props) {
  const { columns } = join;
  const moveUp = (at: number): void => {
    const moved = [...columns];
    moved.splice(at - 1, 0, ...moved.splice(at, 1));
    onJoin({ ...join, columns: moved });
  };
  return (
    <>
      {/* Keyed by their places: the keyboard stays where the order is changed. */}
      <ol class="joined">
        {columns.map((column, at) => (
          <li key={at}>
            <Shown text={column} />{' '}
            {at > 0 && (
              <button type="button" aria-label={`Up: ${column}`} onClick={() => moveUp(at)}>
                Up
              </button>
            )}
            <button type="button" aria-label={`Take out: ${column}`} onClick={() => onTakeOut(column)}>
              Take out
            </button>
          </li>
        ))}
      </ol>
      <Between join={join} onJoin={onJoin} />
    </>
  );
}

const usual = [
  ['a space', ' '],
  ['a comma and a space', ', '],
  ['a new line', '\n'],
  ['nothing', ''],
] as const;
const own = 'another text';
/** As a profile takes it. */
const longest = 10;

function Between({ join, onJoin }: Pick<Props, 'join' | 'onJoin'>) {
  const typed = useSignal<string | undefined>(undefined);
  const known = typed.value === undefined ? usual.find(([, text]) => text === join.with) : undefined;
  const choose = (name: string): void => {
    const chosen = usual.find((one) => one[0] === name);
    typed.value = chosen === undefined ? '' : undefined;
    if (chosen !== undefined) onJoin({ ...join, with: chosen[1] });
  };
  const type = (text: string): void => {
    typed.value = text;
    onJoin({ ...join, with: text });
  };
  return (
    <>
      <label>
        Between them
        <select
          aria-label={`Between the columns of ${join.field}`}
          value={known?.[0] ?? own}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {[...usual.map(([name]) => name), own].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {known === undefined && (
        <label>
          This text
          <input
            maxLength={longest}
            value={typed.value ?? join.with}
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
        </label>
      )}
    </>
  );
}
