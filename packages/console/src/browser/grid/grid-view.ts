import { signal } from '@preact/signals';
import { columnsBetween, offsetsOf, widthWithin, type GridColumn } from './columns.ts';
import type { Seen } from './header-row.tsx';
import { movedBy, type Place } from './place.ts';
import { positionAt, positionShowing, rowHeight, rowsAt, scrollTopAt, type Extent } from './scroll.ts';
import { RowCache, type GridRow, type GridSource } from './source.ts';

export interface GridProps {
  /** What the grid shows, for those who cannot see it. */
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly source: GridSource;
  readonly hasStatus?: boolean | undefined;
  /** Where cells can be changed: what to do with a new text. */
  readonly onEdit?: ((row: GridRow, column: number, text: string) => void) | undefined;
  /** Where the cells of a row can be shifted: right to make room for a blank cell (1), or left over a blank one (-1). */
  readonly onShift?: ((row: GridRow, column: number, by: 1 | -1) => void) | undefined;
}

/** Where somebody goes on after a cell was changed. */
export type Next = 'below' | 'beside' | 'stay';
const steps = { below: [1, 0], beside: [0, 1], stay: [0, 0] } as const;

const widthStep = 20;

/** What is seen of a grid, and where the keyboard is in it. */
export class GridView {
  /** As it was given last. */
  props: GridProps;
  cache: RowCache;
  /** The element that is scrolled. */
  element: HTMLDivElement | null = null;
  /** At first as wide as it may be, so that what is rendered before it is measured has every column that is seen. */
  readonly size = signal({ width: innerWidth, height: 400 });
  readonly position = signal(0);
  readonly scrollLeft = signal(0);
  readonly active = signal<Place>({ row: 0, column: 0 });
  readonly editing = signal<Place | undefined>(undefined);
  readonly widths = signal<ReadonlyMap<number, number>>(new Map());
  /** How often rows were read. */
  readonly reads = signal(0);
  /** Where this view itself has scrolled the element, whose pixels may each stand for several. */
  #settled = 0;

  constructor(props: GridProps) {
    this.props = props;
    this.cache = this.#cacheOf(props.source);
  }

  /** Takes new properties. Another source shows its rows from the same place. */
  give(props: GridProps): void {
    if (props.source !== this.props.source) this.cache = this.#cacheOf(props.source);
    this.props = props;
  }

  #cacheOf(source: GridSource): RowCache {
    return new RowCache(source, () => (this.reads.value += 1), this.cache);
  }

  get extent(): Extent {
    return { rows: this.props.source.rowCount, height: this.size.value.height };
  }

  get aside(): number {
    return this.props.hasStatus === true ? 190 : 80;
  }

  get rows() {
    const { rows, height } = this.extent;
    const position = Math.min(this.position.value, Math.max(0, rows * rowHeight - height));
    return rowsAt(position, this.extent);
  }

  get seen(): Seen {
    const { columns } = this.props;
    const { aside } = this;
    const offsets = offsetsOf(columns, this.widths.value);
    const scrollLeft = this.scrollLeft.value;
    const between = columnsBetween(offsets, scrollLeft, scrollLeft + this.size.value.width - aside);
    return { columns, offsets, ...between, scrollLeft, aside };
  }

  readonly onScroll = (): void => {
    const { element } = this;
    if (element === null) return;
    this.scrollLeft.value = element.scrollLeft;
    if (Math.abs(element.scrollTop - this.#settled) < 1) return;
    this.#settled = element.scrollTop;
    this.position.value = positionAt(element.scrollTop, this.extent);
  };

  goTo(place: Place): void {
    this.active.value = place;
    const { element } = this;
    if (element === null) return;
    this.position.value = positionShowing(place.row, this.position.value, this.extent);
    element.scrollTop = scrollTopAt(this.position.value, this.extent);
    this.#settled = element.scrollTop;
    this.#showColumn(element, place.column);
    this.scrollLeft.value = element.scrollLeft;
  }

  #showColumn(element: HTMLDivElement, column: number): void {
    const { offsets } = this.seen;
    const [left = 0, right = 0] = [offsets[column], offsets[column + 1]];
    const room = this.size.value.width - this.aside;
    if (left < element.scrollLeft || right - left > room) element.scrollLeft = left;
    else if (right > element.scrollLeft + room) element.scrollLeft = right - room;
  }

  canEdit({ row, column }: Place): boolean {
    const found = this.cache.row(row);
    return this.props.onEdit !== undefined && found !== undefined && found.fixed?.has(column) !== true;
  }

  edit(place: Place): void {
    if (this.canEdit(place)) this.editing.value = place;
  }

  readonly onKeyDown = (event: KeyboardEvent): void => {
    const { active } = this;
    const { source, columns } = this.props;
    const page = Math.max(1, Math.floor(this.size.value.height / rowHeight) - 1);
    const sizes = { rows: source.rowCount, columns: columns.length, page };
    const moved = movedBy(event, active.value, sizes);
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      this.widen(active.value.column, event.key === 'ArrowLeft' ? -widthStep : widthStep);
    else if (event.key === 'Enter' || event.key === 'F2') this.edit(active.value);
    else if (moved !== undefined && !event.altKey) this.goTo(moved);
    else return;
    event.preventDefault();
  };

  widen(column: number, by: number): void {
    const { offsets } = this.seen;
    this.setWidth(column, (offsets[column + 1] ?? 0) - (offsets[column] ?? 0) + by);
  }

  readonly setWidth = (column: number, width: number): void => {
    this.widths.value = new Map([...this.widths.value, [column, widthWithin(width)]]);
  };

  readonly onEdited = (text: string | undefined, next: Next): void => {
    const place = this.editing.value;
    const row = place && this.cache.row(place.row);
    this.editing.value = undefined;
    if (place === undefined || row === undefined) return;
    const { source, columns, onEdit } = this.props;
    if (next !== 'stay') this.element?.focus();
    const [down, right] = steps[next];
    this.goTo({
      row: Math.min(source.rowCount - 1, place.row + down),
      column: Math.min(columns.length - 1, place.column + right),
    });
    if (text !== undefined && text !== (row.cells[place.column] ?? '')) onEdit?.(row, place.column, text);
  };

  /** Where rows end, the keyboard cannot be below them. */
  keepWithin(): void {
    const last = Math.max(0, this.props.source.rowCount - 1);
    if (this.active.value.row > last) this.active.value = { ...this.active.value, row: last };
    this.#settled = -1;
    this.onScroll();
  }
}

/** The cell of the grid in which something happened. */
export function placeOf({ target }: Event): Place | undefined {
  const cell = target instanceof Element ? target.closest('[data-column]') : null;
  if (!(cell instanceof HTMLElement)) return undefined;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}
