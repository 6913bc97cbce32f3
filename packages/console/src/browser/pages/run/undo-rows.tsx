import { reasonsText } from '@sluice/contract';
import type { PackedRow } from '@sluice/import-plan/row-classes';
import type { RunHead } from '../../app/answers.ts';
import type { GridRow } from '../../grid/source.ts';
import { EndedRows } from './ended-rows.tsx';
import { PackedRows } from './packed-rows.tsx';

const columns = [
  { header: 'Record id', width: 300 },
  { header: 'Reason', width: 600 },
];
const named = ['reversed', 'kept', 'failed'] as const;

/** What an undo did, record by record: taken back, kept, or failed. */
export const UndoRows = ({ run: { runId, undoReportKey } }: { readonly run: RunHead }) => (
  <PackedRows runId={runId} file="undoRows" sheetKey={undoReportKey}>
    {(blocks) => <EndedRows label="Records of the undo" {...{ blocks, columns, named }} rowOf={undoneRow} />}
  </PackedRows>
);

function undoneRow({ row, status, recordId = '', reasons = [] }: PackedRow): GridRow {
  const why = reasonsText(reasons);
  return {
    // The rows that were sent may not be stored any more.
    number: row === 0 ? undefined : row,
    status,
    cells: [recordId, why],
    reasons: why === '' ? [] : [why],
  };
}
