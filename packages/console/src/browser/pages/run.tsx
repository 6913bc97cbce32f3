import { paragraph } from '@sluice/answers/blocks';
import { answerText, openRows, progressStep, reasonBeyondCounts } from '@sluice/answers/run';
import { isAtRest } from '@sluice/ledger/views';
import type { PageProps } from '../app/page-props.ts';
import { addressOf, query } from '../app/place.ts';
import { may } from '../app/session.ts';
import { Blocks } from '../parts/blocks.tsx';
import { CountsBar } from '../parts/counts-bar.tsx';
import { Problem, Wait } from '../parts/notices.tsx';
import { Progress } from '../parts/progress.tsx';
import { Status } from '../parts/status.tsx';
import { fileNameOf } from '../parts/words.ts';
import { Acts } from './run/acts.tsx';
import { Batches } from './run/batches.tsx';
import { Cost } from './run/cost.tsx';
import { Files } from './run/files.tsx';
import { eventsOf, useBatches, useRun, type Followed } from '../parts/follow.ts';
import { RowsToCorrect } from './run/rows-to-correct.tsx';
import { RunFacts } from './run/run-facts.tsx';
import { Timeline } from './run/timeline.tsx';
import { UndoReport } from './run/undo-report.tsx';

export function RunPage({ runId = '' }: PageProps) {
  const { data, error, again } = useRun(runId);
  if (data === undefined) {
    if (error === undefined) return <Wait />;
    const isSoon = error.code === 'not_found' && query.value.has('dropped');
    return isSoon ? (
      <p role="status">The file has arrived. Its run begins in a moment.</p>
    ) : (
      <Problem error={error} />
    );
  }
  return (
    <article class="run">
      {error && <Problem error={error} />}
      <Answer followed={data} />
      <Acts run={data.run} onDone={again} />
      <RowsToCorrect key={runId} run={data.run} />
      <UndoReport run={data.run} />
      <Files run={data.run} />
      <RunFacts run={data.run} />
      <WhatHappened followed={data} />
      <Cost run={data.run} />
    </article>
  );
}

function WhatHappened({ followed }: { readonly followed: Followed }) {
  const lists = useBatches(followed.run);
  return (
    <>
      <Timeline events={eventsOf(followed, lists)} />
      {lists && <Batches run={followed.run} lists={lists} />}
    </>
  );
}

/** What happened, in a sentence or two, and the rows. */
function Answer({ followed: { run } }: { readonly followed: Followed }) {
  const plan = run.approval?.plan;
  // While it waits, nobody asks how many rows were written, but what would become of them.
  const isPlanned = plan !== undefined && run.status === 'awaiting_approval';
  return (
    <section class="answer">
      <p class="above">
        <a href="#/">Runs</a>
      </p>
      <h1>{fileNameOf(run.key)}</h1>
      <p class="lead">
        <Status run={run} /> <span>{answerText({ run })}</span>
      </p>
      <Blocks of={paragraph(reasonBeyondCounts(run))} />
      {isPlanned && (
        <p>
          If it is approved:{' '}
          {may('download') && (
            <a href={addressOf(`/runs/${run.runId}/rows/plan`)}>Read the plan, row by row</a>
          )}
        </p>
      )}
      {!isAtRest(run) && <Progress step={progressStep(run, { now: new Date() })} />}
      <CountsBar counts={isPlanned ? plan.counts : run.counts} open={openRows(run)} />
      {run.proposal && (
        <p class="notice">
          The columns of this file are not known, but a profile is proposed.{' '}
          {may('upload') ? (
            <a href={addressOf('/drop', { corrects: run.runId })}>Map its columns</a>
          ) : (
            <a href={addressOf(`/runs/${run.runId}/columns`)}>Read the proposal</a>
          )}
        </p>
      )}
    </section>
  );
}
