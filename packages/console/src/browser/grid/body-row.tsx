import { number } from '@sluice/contract/words';
import type { ComponentChildren } from 'preact';
import { MarkedText } from '../parts/cell-text.tsx';
import { spanOf, type Seen } from './header-row.tsx';
import type { GridRow } from './source.ts';
import { statuses } from './status.ts';

interface Props {
  readonly id: string;
  /** From 0. */
  readonly at: number;
  readonly top: number;
  /** Undefined while it is read. */
  readonly row: GridRow | undefined;
  readonly seen: Seen;
  readonly hasStatus: boolean;
  /** The column of the cell that has the keyboard, if it is in this row. */
  readonly active: number | undefined;
  readonly children?: ComponentChildren;
}

/** A row of the grid. */
export function BodyRow({ id, at, top, row, seen, hasStatus, active, children }: Props) {
  const columns = Array.from({ length: seen.to - seen.from }, (_, index) => seen.from + index);
  const { status } = row ?? {};
  return (
    <div
      class="grid-row"
      role="row"
      aria-rowindex={at + 2}
      data-tone={status === undefined ? undefined : statuses[status].tone}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div class="grid-aside" role="rowheader" aria-colindex={1} style={{ width: `${seen.aside}px` }}>
        <span class="grid-number">{row === undefined ? '…' : row.number && number(row.number)}</span>
        {hasStatus && <span class="grid-status">{status && statuses[status].name}</span>}
      </div>
      {columns.map((column) => {
        const { left, width } = spanOf(seen, column);
        const isWrong = row?.wrong?.has(column) === true;
        return (
          <div
            key={column}
            id={active === column ? id : undefined}
            class={`grid-cell${isWrong ? ' is-wrong' : ''}${active === column ? ' is-active' : ''}`}
            role="gridcell"
            // The end of a text that is too long is cut, in each direction.
            dir="auto"
            aria-colindex={column + 2}
            aria-invalid={isWrong ? 'true' : undefined}
            aria-selected={active === column}
            data-row={at}
            data-column={column}
            style={{ left: `${left}px`, width: `${width}px` }}
          >
            <MarkedText text={row?.cells[column] ?? ''} />
          </div>
        );
      })}
      {children}
    </div>
  );
}
