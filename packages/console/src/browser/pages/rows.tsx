import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import { useMemo } from 'preact/hooks';
import type { PageProps } from '../app/page-props.ts';
import { addressOf } from '../app/place.ts';
import { resultRow } from '../grid/result-row.ts';
import { Problem, Wait } from '../parts/notices.tsx';
import { EndedRows } from './run/ended-rows.tsx';
import { PackedRows } from './run/packed-rows.tsx';
import { PlanPage } from './rows/plan-page.tsx';
import { UndoRows } from './run/undo-rows.tsx';
import { useRun } from '../parts/follow.ts';

/** The rows of a result, a plan or an undo. */
export function Rows({ runId = '', file = 'result' }: PageProps) {
  if (file === 'plan') return <PlanPage runId={runId} />;
  const back = <a href={addressOf(`/runs/${runId}`)}>Back to the run</a>;
  return (
    <>
      <h1>{file === 'undo' ? 'Undo report' : 'Rows of the result'}</h1>
      <p>{back}</p>
      {file === 'undo' ? (
        <OfUndo runId={runId} />
      ) : (
        <PackedRows runId={runId} file="rows">
          {(blocks) => <OfResult blocks={blocks} />}
        </PackedRows>
      )}
    </>
  );
}

function OfResult({ blocks }: { readonly blocks: RowBlocks }) {
  const columns = useMemo(() => blocks.header.map((header) => ({ header })), [blocks]);
  return (
    <EndedRows
      label="Rows of the result"
      blocks={blocks}
      columns={columns}
      rowOf={(row) => resultRow(row, blocks.header)}
    />
  );
}

function OfUndo({ runId }: { readonly runId: string }) {
  const { data, error } = useRun(runId);
  if (data === undefined) return error ? <Problem error={error} /> : <Wait />;
  return <UndoRows run={data.run} />;
}
