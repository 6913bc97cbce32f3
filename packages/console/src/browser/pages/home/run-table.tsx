import { progressStep, runCountsText, tookText } from '@sluice/answers/run';
import { dropperText, isEnded } from '@sluice/ledger';
import { isAtRest, type RunSummaryJson } from '@sluice/ledger/views';
import { printable } from '@sluice/contract/words';
import { runHeadSchema } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { addressOf } from '../../app/place.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { Progress } from '../../parts/progress.tsx';
import { Status } from '../../parts/status.tsx';
import { Time } from '../../parts/time.tsx';
import { fileNameOf } from '../../parts/words.ts';

export function RunTable({ runs }: { readonly runs: readonly RunSummaryJson[] }) {
  return (
    <table class="runs">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Status</th>
          <th scope="col">Rows</th>
          <th scope="col">Dropped by</th>
          <th scope="col">Started</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.runId}>
            <th scope="row">
              <a href={addressOf(`/runs/${run.runId}`)}>{fileNameOf(run.key)}</a>
              <small>{folderOf(run)}</small>
            </th>
            <td>
              <Status run={run} />
            </td>
            <td>{isAtRest(run) ? runCountsText(run) : <Live runId={run.runId} />}</td>
            <td>{printable(dropperText(run))}</td>
            <td>
              <Time at={run.startedAt} />
              {run.finishedAt !== null && isEnded(run.status) && (
                <small>took {tookText(run.startedAt, run.finishedAt)}</small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const folderOf = ({ profile, schema, lookup }: RunSummaryJson): string =>
  printable(profile ?? [schema, lookup].filter((part) => part !== null).join(' by '));

/** How far a run is that goes on. */
function Live({ runId }: { readonly runId: string }) {
  const { data } = useAnswer({
    load: () => ask('run', { path: { runId }, query: { limit: '0' }, answer: runHeadSchema }),
    of: [runId],
    every: (run) => (run && isAtRest(run) ? undefined : 3000),
  });
  return data ? <Progress step={progressStep(data, { now: new Date() })} /> : null;
}
