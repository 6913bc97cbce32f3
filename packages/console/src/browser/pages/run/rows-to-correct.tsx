import { hasRowsToCorrect } from '@sluice/ledger/views';
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RunHead } from '../../app/answers.ts';
import { may } from '../../app/session.ts';

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
  const loaded = useSignal<{ readonly Content: ComponentType<Shown> } | undefined>(undefined);
  const isShown = canCorrect(run);
  useEffect(() => {
    if (!isShown) return;
    void import('../../drop/correct-rows.tsx').then(
      ({ CorrectRows }) => (loaded.value = { Content: CorrectRows }),
      () => undefined,
    );
  }, [isShown, loaded]);
  if (!isShown || loaded.value === undefined) return null;
  const { Content } = loaded.value;
  return <Content run={run} />;
}
