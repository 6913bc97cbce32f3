import { hasRowsToCorrect } from '@sluice/ledger/views';
import type { RunHead } from '../../app/answers.ts';
import { may } from '../../app/session.ts';
import { useLoaded } from '../../parts/use-loaded.ts';

interface Shown {
  readonly run: RunHead;
}

/** Whether this person can drop corrected rows. A file of a migration is corrected where its steps read it. */
const canCorrect = (run: RunHead): boolean =>
  hasRowsToCorrect({ ...run, submissions: [] }) &&
  run.resultKey !== null &&
  run.migration === undefined &&
  may('upload') &&
  may('download');

/** The failed rows, where they can be corrected. What reads files is loaded only then. */
export function RowsToCorrect({ run }: Shown) {
  const loaded = useLoaded(canCorrect(run), () => import('../../drop/correct-rows.tsx'));
  return loaded === undefined ? null : <loaded.CorrectRows run={run} />;
}
