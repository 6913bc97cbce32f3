import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ReasonGroup } from '../worker/messages.ts';
import type { DropState } from './state/drop-state.ts';
import { columnOf } from '../grid/wrong-in.ts';

interface Props {
  readonly state: DropState;
  readonly group: ReasonGroup;
  readonly header: readonly string[];
  /** The cells of its first row. */
  readonly first: () => Promise<readonly string[] | undefined>;
}

const ofDates: readonly string[] = ['not_date', 'unclear_date'];

/** Corrects all rows with the same reason at once. */
export function GroupCorrection({ state, group, header, first }: Props) {
  const column = columnOf(group.name, header);
  const from = useSignal('');
  const to = useSignal('');
  useEffect(() => {
    void first().then((cells) => (from.value = cells?.[column] ?? ''));
  }, [group.id, column]);
  if (column < 0) return null;
  const dates = (order: 'dmy' | 'mdy') => () =>
    state.correct({ kind: 'group', rule: { kind: 'dates', column, order } });
  return (
    <div class="group-correction">
      {ofDates.includes(group.code) && (
        <p class="buttons">
          Dates of this column have
          <button onClick={dates('dmy')}>the day first</button>
          <button onClick={dates('mdy')}>the month first</button>
        </p>
      )}
      <form
        class="buttons"
        onSubmit={(event) => {
          event.preventDefault();
          const rule = { kind: 'value', column, from: from.value, to: to.value } as const;
          state.correct({ kind: 'group', rule });
        }}
      >
        <label>
          In every row, instead of
          <input value={from.value} onInput={({ currentTarget }) => (from.value = currentTarget.value)} />
        </label>
        <label>
          write
          <input value={to.value} onInput={({ currentTarget }) => (to.value = currentTarget.value)} />
        </label>
        <button disabled={from.value === to.value}>Replace</button>
      </form>
    </div>
  );
}
