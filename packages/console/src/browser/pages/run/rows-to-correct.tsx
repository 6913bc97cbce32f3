import { hasRowsToCorrect } from '@sluice/answers/run';
import type { RunHead } from '../../app/answers.ts';
import { may } from '../../app/session.ts';
import { whyNotDropAs } from '../../drop/state/folder.ts';
import { useLoaded } from '../../parts/use-loaded.ts';

interface Shown {
  readonly run: RunHead;
}

/** Whether this person can drop corrected rows. A file of a migration is corrected where its steps read it. */
const canCorrect = (run: RunHead): boolean =>
  hasRowsToCorrect(run) &&
  run.resultKey !== null &&
  run.migration === undefined &&
  may('upload') &&
  may('download');

/** The failed rows, where they can be corrected. What reads files is loaded only then. */
export function RowsToCorrect({ run }: Shown) {
  const why = canCorrect(run) ? whyNotDropAs(run.key) : undefined;
  const loaded = useLoaded(canCorrect(run) && why === undefined, () => import('../../drop/correct-rows.tsx'));
  if (why !== undefined)
    return (
      <section class="panel">
        <h2>Rows to correct</h2>
        <p>{why}</p>
      </section>
    );
  return loaded === undefined ? null : <loaded.CorrectRows run={run} />;
}
