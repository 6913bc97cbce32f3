import { earlierValue } from '@sluice/answers/run';
import type { EarlierRun } from '@sluice/ledger/views';
import { printable } from '@sluice/contract/words';
import { addressOf } from '../app/place.ts';

export const RunLink = ({ runId }: { readonly runId: string }) => (
  <a href={addressOf(`/runs/${runId}`)} class="id">
    {runId}
  </a>
);

/** A run by its first signs, with its file, who dropped it and when. */
export const RunNamed = ({ run }: { readonly run: EarlierRun }) => (
  <>
    <a href={addressOf(`/runs/${run.runId}`)}>run {run.runId.slice(0, 8)}</a> (
    {printable(earlierValue(run).about)})
  </>
);

interface SomeRuns {
  readonly runs: readonly EarlierRun[];
  /** How many further ones there are. */
  readonly more: number;
}

export function RunsNamed({ runs, more }: SomeRuns) {
  return (
    <>
      {runs.map((run, at) => (
        <>
          {at > 0 && ', '}
          <RunNamed run={run} />
        </>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
