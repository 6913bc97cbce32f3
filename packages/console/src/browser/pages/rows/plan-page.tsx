import { answerText } from '@sluice/answers/run';
import { counted } from '@sluice/contract/words';
import type { RunHead } from '../../app/answers.ts';
import { addressOf } from '../../app/place.ts';
import { CountsBar } from '../../parts/counts-bar.tsx';
import { Problem, Wait } from '../../parts/notices.tsx';
import { Status } from '../../parts/status.tsx';
import { fileNameOf } from '../../parts/words.ts';
import { Acts } from '../run/acts.tsx';
import { useRun } from '../../parts/follow.ts';
import { PackedRows } from '../run/packed-rows.tsx';
import { PlanNeeds } from './plan-needs.tsx';
import { PlanRows } from './plan-rows.tsx';
import { RailsCrossed } from './rails-crossed.tsx';

/** What a run would do, for the person who approves it: the counts first, then why it asks, then each row. */
export function PlanPage({ runId }: { readonly runId: string }) {
  const { data, error, again } = useRun(runId);
  if (data === undefined) return error ? <Problem error={error} /> : <Wait />;
  const { run } = data;
  return (
    <article class="run">
      {error && <Problem error={error} />}
      <section class="answer">
        <p class="above">
          <a href={addressOf(`/runs/${runId}`)}>Back to the run</a>
        </p>
        <h1>Plan of {fileNameOf(run.key)}</h1>
        <p class="lead">
          <Status run={run} /> <span>{answerText({ run })}</span>
        </p>
      </section>
      {run.approval === undefined ? (
        <p>This run did not have to be approved, so it has no plan to read.</p>
      ) : (
        <Plan run={run} approval={run.approval} onDone={again} />
      )}
    </article>
  );
}

interface Shown {
  readonly run: RunHead;
  readonly approval: NonNullable<RunHead['approval']>;
  readonly onDone: () => void;
}

function Plan({ run, approval: { plan, planKey, crossed = [] }, onDone }: Shown) {
  const waits = run.status === 'awaiting_approval';
  return (
    <>
      <section aria-label="Rows by what becomes of them">
        <p>{waits ? 'If it is approved:' : 'As it was planned:'}</p>
        <CountsBar counts={plan.counts} open={undefined} />
        <WrongRows run={run} rows={plan.counts.failed} />
      </section>
      <RailsCrossed crossed={crossed} />
      <PlanNeeds run={run} />
      {waits && <Acts run={run} onDone={onDone} />}
      <section class="panel">
        <h2>Each row</h2>
        {planKey === undefined ? (
          <Wait />
        ) : (
          <PackedRows runId={run.runId} file="planRows" sheetKey={planKey}>
            {(blocks) => <PlanRows blocks={blocks} counts={plan.counts} />}
          </PackedRows>
        )}
      </section>
    </>
  );
}

/** They are no part of the plan: the result sheet has them, with their reasons. */
function WrongRows({ run: { runId, resultKey }, rows }: { readonly run: RunHead; readonly rows: number }) {
  if (rows === 0) return null;
  return (
    <p>
      {counted(rows, 'wrong row')} would be left out.{' '}
      {resultKey !== null && (
        <a href={addressOf(`/runs/${runId}/rows/result`, { show: 'failed' })}>See why</a>
      )}
    </p>
  );
}
