import { addressOf } from '../app/place.ts';
import type { DropState } from './drop-state.ts';
import type { Earlier, EarlierRun } from './earlier.ts';

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
  const when = `of ${new Date(run.startedAt).toLocaleString()}`;
  const link = <LinkTo run={run} />;
  if (earlier.kind === 'open')
    return (
      <>
        {link} {when} has the same file, and is {run.status.replaceAll('_', ' ')}. This one would wait for it.
      </>
    );
  if (earlier.kind === 'notImported')
    return (
      <>
        The same file was dropped before: {link} {when} is {run.status.replaceAll('_', ' ')}. It was not
        imported.
      </>
    );
  if (earlier.between.length === 0)
    return (
      <>
        {link} {when} imported the same file, and no run has written to these records since. It would not be
        imported twice.
      </>
    );
  return (
    <>
      {link} {when} imported the same file. Since then <Links runs={earlier.between} /> wrote to these
      records, so each row is checked again.
    </>
  );
}

const most = 3;

function Links({ runs }: { readonly runs: readonly EarlierRun[] }) {
  const more = runs.length - most;
  return (
    <>
      {runs.slice(0, most).map((run, at) => (
        <>
          {at > 0 && ', '}
          <LinkTo run={run} />
        </>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}

const LinkTo = ({ run: { runId } }: { readonly run: EarlierRun }) => (
  <a href={addressOf(`/runs/${runId}`)}>run {runId.slice(0, 8)}</a>
);
