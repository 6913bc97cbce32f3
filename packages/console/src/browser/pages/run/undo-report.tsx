import { runWords } from '@sluice/answers/run';
import type { RunHead } from '../../app/answers.ts';
import { may } from '../../app/session.ts';
import { useLoaded } from '../../parts/use-loaded.ts';

interface Shown {
  readonly run: RunHead;
}

/** What the undo of the run did, record by record. The grid is loaded only then. */
export function UndoReport({ run }: Shown) {
  const isShown = run.undoReportKey !== undefined && may('download');
  const loaded = useLoaded(isShown, () => import('./undo-rows.tsx'));
  if (loaded === undefined) return null;
  return (
    <section class="panel">
      <h2>Undo report</h2>
      {run.undo && <p>{runWords.answer.undoneCounts(run.undo)}</p>}
      <loaded.UndoRows run={run} />
    </section>
  );
}
