import { useSignal } from '@preact/signals';
import { undoneText } from '@sluice/ledger/views';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RunHead } from '../../app/answers.ts';
import { may } from '../../app/session.ts';

interface Shown {
  readonly run: RunHead;
}

/** What the undo of the run did, record by record. The grid is loaded only then. */
export function UndoReport({ run }: Shown) {
  const loaded = useSignal<{ readonly Content: ComponentType<Shown> } | undefined>(undefined);
  const isShown = run.undoReportKey !== undefined && may('download');
  useEffect(() => {
    if (!isShown) return;
    void import('../rows/undo-rows.tsx').then(
      ({ UndoRows }) => (loaded.value = { Content: UndoRows }),
      () => undefined,
    );
  }, [isShown, loaded]);
  if (!isShown || loaded.value === undefined) return null;
  const { Content } = loaded.value;
  return (
    <section class="panel">
      <h2>Undo report</h2>
      {run.undo && <p>{undoneText(run.undo)}</p>}
      <Content run={run} />
    </section>
  );
}
