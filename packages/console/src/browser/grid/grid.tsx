import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import { BodyRow } from './body-row.tsx';
import { CellEditor } from './cell-editor.tsx';
import { GridView, placeOf, type GridProps } from './grid-view.ts';
import { HeaderRow, spanOf } from './header-row.tsx';
import { RowDetail } from './row-detail.tsx';
import { rowHeight, scrolledHeight } from './scroll.ts';

/** The style sheet ends a higher grid. */
const mostHeight = 4000;
/** Room for one below the rows, in px. */
const scrollbar = 18;

/** Rows in any number, of which only those are in the page that are seen. */
export function Grid(props: GridProps) {
  const id = `${useId()}-cell`;
  const [view] = useState(() => new GridView(props));
  view.give(props);
  void view.reads.value;
  const { from, to } = view.rows;
  const { active, cache } = view;
  useLayoutEffect(() => cache.want(from, to), [cache, from, to]);
  useEffect(() => view.keepWithin(), [view, props.source]);
  useSize(view);
  const isActiveSeen = active.value.row >= from && active.value.row < to;
  return (
    <div class="grid-frame">
      <div
        ref={(element) => void (view.element = element)}
        class="grid"
        style={{ height: `${Math.min(mostHeight, (props.source.rowCount + 1) * rowHeight + scrollbar)}px` }}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={props.source.rowCount + 1}
        aria-colcount={props.columns.length + 1}
        aria-readonly={props.onEdit === undefined}
        aria-activedescendant={isActiveSeen ? id : undefined}
        onScroll={view.onScroll}
        onKeyDown={view.onKeyDown}
        onMouseDown={(event) => (active.value = placeOf(event) ?? active.value)}
        onDblClick={(event) => {
          const place = placeOf(event);
          if (place !== undefined) view.edit(place);
        }}
      >
        <Window view={view} id={id} />
      </div>
      <RowDetail
        column={props.columns[active.value.column]}
        at={active.value.column}
        row={cache.row(active.value.row)}
        hasFailed={cache.hasFailed(from, to)}
        onRetry={() => cache.want(from, to)}
        onShift={props.onShift}
      />
    </div>
  );
}

/** What is seen: it stays where it is while the element behind it is scrolled. */
function Window({ view, id }: { readonly view: GridView; readonly id: string }) {
  const { seen, extent, cache } = view;
  // Rows that have come are shown: nothing else of what is given here changes with them.
  void view.reads.value;
  const { width, height } = view.size.value;
  const { hasStatus = false } = view.props;
  const { from, to, top } = view.rows;
  const active = view.active.value;
  const right = seen.aside + (seen.offsets.at(-1) ?? 0);
  return (
    <div
      class="grid-extent"
      role="presentation"
      style={{ height: `${scrolledHeight(extent) + rowHeight}px`, width: `${right}px` }}
    >
      <div
        class="grid-window"
        role="presentation"
        style={{ width: `${width}px`, height: `${height + rowHeight}px` }}
      >
        <HeaderRow seen={seen} hasStatus={hasStatus} onWidth={view.setWidth} />
        <div class="grid-body" role="rowgroup" style={{ height: `${height}px` }}>
          {Array.from({ length: Math.max(0, to - from) }, (_, at) => (
            <BodyRow
              key={from + at}
              id={id}
              at={from + at}
              top={top + at * rowHeight}
              row={cache.row(from + at)}
              seen={seen}
              hasStatus={hasStatus}
              active={active.row === from + at ? active.column : undefined}
            >
              {view.editing.value?.row === from + at && <Editor view={view} />}
            </BodyRow>
          ))}
        </div>
      </div>
    </div>
  );
}

function Editor({ view }: { readonly view: GridView }) {
  const place = view.editing.value;
  const row = place && view.cache.row(place.row);
  if (place === undefined || row === undefined) return null;
  const { column } = place;
  const name = view.props.columns[column]?.header ?? 'Cell';
  return (
    <CellEditor
      text={row.cells[column] ?? ''}
      label={`${name} in row ${row.number ?? place.row + 1}`}
      {...spanOf(view.seen, column)}
      onDone={view.onEdited}
    />
  );
}

/** Follows the size of the window of the rows, without its header. The observer sees the first size, too, before it is painted. */
function useSize(view: GridView): void {
  useLayoutEffect(() => {
    const { element } = view;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const height = Math.max(rowHeight, element.clientHeight - rowHeight);
      view.size.value = { width: element.clientWidth, height };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [view]);
}
