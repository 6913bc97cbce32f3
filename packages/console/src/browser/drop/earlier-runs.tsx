import type { Earlier } from '@sluice/ledger/views';
import { RunNamed, RunsNamed } from '../parts/run-named.tsx';
import type { DropState } from './state/drop-state.ts';

/** What became of the same bytes before, and what a second drop of them would do. */
export function EarlierRuns({ state }: { readonly state: DropState }) {
  const { value: earlier } = state.earlier;
  if (earlier === undefined) return null;
  const isDuplicate = earlier.kind === 'landed' && earlier.between.length === 0;
  return (
    <div class="notice" role="status">
      <p>{textOf(earlier)}</p>
      {isDuplicate && (
        <label class="choice">
          <input
            type="checkbox"
            checked={state.again.value}
            onChange={({ currentTarget }) => (state.again.value = currentTarget.checked)}
          />
          Check each row again all the same
        </label>
      )}
    </div>
  );
}

function textOf(earlier: Earlier) {
  const { run } = earlier;
  const status = run.status.replaceAll('_', ' ');
  const named = <RunNamed run={run} />;
  if (earlier.kind === 'open')
    return (
      <>
        {named} has the same file, and is {status}. This one would wait for it.
      </>
    );
  if (earlier.kind === 'notImported')
    return (
      <>
        The same file was dropped before: {named} is {status}. It was not imported.
      </>
    );
  if (earlier.between.length === 0)
    return (
      <>
        {named} imported the same file, and no later run has written to these records. Unless an import was
        undone since, it would not be imported twice.
      </>
    );
  return (
    <>
      {named} imported the same file. Since then <RunsNamed runs={earlier.between} more={earlier.more} />{' '}
      wrote to these records, so each row is checked again.
    </>
  );
}
