import { addressOf } from '../app/place.ts';
import type { DropState } from './drop-state.ts';

/** Which runs had the same bytes. */
export function EarlierRuns({ state }: { readonly state: DropState }) {
  const [first, ...others] = state.earlier.value;
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return (
    <div class="notice" role="status">
      <p>
        The same file was dropped before:{' '}
        <a href={addressOf(`/runs/${first.runId}`)}>run {first.runId.slice(0, 8)}</a> of{' '}
        {new Date(first.startedAt).toLocaleString()} is {first.status.replaceAll('_', ' ')}
        {more}. It would not be imported twice.
      </p>
      <label class="choice">
        <input
          type="checkbox"
          checked={state.again.value}
          onChange={({ currentTarget }) => (state.again.value = currentTarget.checked)}
        />
        Import it again all the same
      </label>
    </div>
  );
}
