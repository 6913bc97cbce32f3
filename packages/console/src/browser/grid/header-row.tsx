import { visibleText } from '../parts/visible.ts';
import { widthWithin, type GridColumn } from './columns.ts';

export interface Seen {
  readonly columns: readonly GridColumn[];
  readonly offsets: readonly number[];
  /** The columns that are seen, from the first to before the last. */
  readonly from: number;
  readonly to: number;
  readonly scrollLeft: number;
  /** Of the numbers and statuses of rows, in px. */
  readonly aside: number;
}

interface Props {
  readonly seen: Seen;
  readonly hasStatus: boolean;
  readonly onWidth: (column: number, width: number) => void;
}

export const spanOf = ({ offsets, scrollLeft, aside }: Seen, column: number) => ({
  left: aside + (offsets[column] ?? 0) - scrollLeft,
  width: (offsets[column + 1] ?? 0) - (offsets[column] ?? 0),
});

/** The names of the columns. Their right edges are dragged, or moved with Alt and the arrows of the grid. */
export function HeaderRow({ seen, hasStatus, onWidth }: Props) {
  const shown = seen.columns.slice(seen.from, seen.to);
  return (
    <div class="grid-head" role="row" aria-rowindex={1}>
      <div class="grid-aside" role="columnheader" aria-colindex={1} style={{ width: `${seen.aside}px` }}>
        <span class="grid-number">Row</span>
        {hasStatus && <span class="grid-status">Status</span>}
      </div>
      {shown.map((column, at) => {
        const index = seen.from + at;
        const { left, width } = spanOf(seen, index);
        return (
          <div
            key={index}
            class="grid-name"
            role="columnheader"
            aria-colindex={index + 2}
            title={visibleText(column.header, 300)}
            style={{ left: `${left}px`, width: `${width}px` }}
          >
            <bdi>{visibleText(column.header, 100)}</bdi>
            {column.about !== undefined && <small>{column.about}</small>}
            <span
              class="grid-edge"
              onPointerDown={(event) => drag(event, width, (to) => onWidth(index, widthWithin(to)))}
            />
          </div>
        );
      })}
    </div>
  );
}

function drag(event: PointerEvent, width: number, onWidth: (width: number) => void): void {
  const edge = event.currentTarget;
  if (!(edge instanceof HTMLElement)) return;
  event.preventDefault();
  edge.setPointerCapture(event.pointerId);
  const move = ({ clientX }: PointerEvent) => onWidth(width + clientX - event.clientX);
  edge.addEventListener('pointermove', move);
  edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {
    once: true,
  });
}
