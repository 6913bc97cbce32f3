import { number } from '@sluice/contract/words';
import { Shown } from '../parts/cell-text.tsx';
import type { GridColumn } from './columns.ts';
import type { GridProps } from './grid-view.ts';
import type { GridRow } from './source.ts';
import { Sentence } from '../parts/sentence.tsx';

interface Props {
  readonly column: GridColumn | undefined;
  /** Of the column, from 0. */
  readonly at: number;
  readonly row: GridRow | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onShift: GridProps['onShift'];
}

/** The whole cell that has the keyboard, and what is wrong with its row. */
export function RowDetail({ column, at, row, hasFailed, onRetry, onShift }: Props) {
  if (hasFailed)
    return (
      <p class="grid-detail" role="status">
        Some rows could not be read. <button onClick={onRetry}>Read them again</button>
      </p>
    );
  if (row === undefined || column === undefined) return <p class="grid-detail" />;
  const { about, reasons = [] } = row;
  return (
    <div class="grid-detail">
      <p>
        {row.number !== undefined && <b>Row {number(row.number)}</b>} <Shown text={column.header} />:{' '}
        <Shown text={row.cells[at] ?? ''} />
      </p>
      {about !== undefined && (
        <p>
          <Shown text={about} />
        </p>
      )}
      {reasons.map((reason) => (
        <p key={reason} class="grid-reason">
          <Sentence text={reason} />
        </p>
      ))}
      {onShift && (
        <p class="acts">
          <button onClick={() => onShift(row, at, 1)}>Put in a blank cell here</button>
          <button
            disabled={row.cells[at] !== ''}
            title="Only a blank cell can be taken out, so that nothing is lost."
            onClick={() => onShift(row, at, -1)}
          >
            Take out this blank cell
          </button>
        </p>
      )}
    </div>
  );
}
