import { reasonText } from '@sluice/contract';
import { ownText, type SheetRow } from '@sluice/sheets';
import type { RowProblem } from '@sluice/import-plan';
import type { ReasonGroup, RowReason, WrongRow } from './messages.ts';

/** Rows that are kept, and read again, together. */
const blockRows = 256;
const blockCharacters = 1_000_000;
/** A longer cell is shown in part. */
const shownCharacters = 4000;

interface Group extends Omit<ReasonGroup, 'rows'> {
  /** Places in the order of discovery. */
  readonly places: number[];
}

/** The beginning of a block in the order of discovery, and its rows as JSON. */
interface Block {
  readonly first: number;
  readonly blob: Blob;
}

type Kept = WrongRow & { readonly problems: RowReason[] };

/**
 * All wrong rows of a sheet with their cells. Blobs hold them, which a browser keeps outside the memory of the page, so that a sheet
 * in which every row is wrong takes no more of it than another.
 */
export class WrongRows {
  readonly #groups = new Map<string, Group>();
  readonly #blocks: Block[] = [];
  #open: WrongRow[] = [];
  #openCharacters = 0;
  #current: Kept | undefined;
  #closed = 0;
  /** The row of each place: ascending, up to those that a second reading finds. */
  readonly #rows: number[] = [];
  #ascending = 0;
  readonly #late = new Map<number, number>();
  /** What was found later of rows that are kept already. */
  readonly #more = new Map<number, RowReason[]>();
  #sorted: readonly number[] | undefined;
  readonly #read = new Map<Block, Promise<readonly WrongRow[]>>();

  add({ number: row, cells }: SheetRow, problem: RowProblem): void {
    const { row: _, ...reason } = problem;
    const stated = { ...reason, text: reasonText(reason) };
    const known = this.#placeOf(row);
    if (known === undefined) this.#begin(row, cells, stated);
    else if (known === this.count - 1) this.#current?.problems.push(stated);
    else this.#more.set(known, [...(this.#more.get(known) ?? []), stated]);
    const place = known ?? this.count - 1;
    const { places } = this.#groupOf(problem);
    if (places.at(-1) !== place) places.push(place);
  }

  /** Puts the rows in order of their numbers, once all are known. */
  finish(): void {
    if (this.#late.size === 0) return;
    const byRow = (one: number, other: number) => (this.#rows[one] ?? 0) - (this.#rows[other] ?? 0);
    this.#sorted = this.#rows.map((_, place) => place).sort(byRow);
    for (const { places } of this.#groups.values()) places.sort(byRow);
  }

  get count(): number {
    return this.#closed + (this.#current === undefined ? 0 : 1);
  }

  groups(): ReasonGroup[] {
    return [...this.#groups.values()].map(({ places, ...group }) => ({ ...group, rows: places.length }));
  }

  /** @returns the rows of a group, or of all, from this place to before that one */
  async rows(from: number, to: number, group?: number): Promise<WrongRow[]> {
    const places =
      group === undefined ? this.#sorted : [...this.#groups.values()].find(({ id }) => id === group)?.places;
    const end = Math.min(to, places?.length ?? this.count);
    const rows: WrongRow[] = [];
    for (let at = from; at < end; at += 1) {
      const place = places === undefined ? at : (places[at] ?? 0);
      const row = await this.#rowAt(place);
      if (row !== undefined) rows.push(withMore(row, this.#more.get(place)));
    }
    return rows;
  }

  /** What is wrong with each of these rows of the sheet; nothing with one that is right. */
  problemsOf(numbers: readonly number[]): Promise<(readonly RowReason[])[]> {
    const found = numbers.map(async (number) => {
      const place = this.#placeOf(number);
      const row = place === undefined ? undefined : await this.#rowAt(place);
      return row === undefined || place === undefined ? [] : withMore(row, this.#more.get(place)).problems;
    });
    return Promise.all(found);
  }

  /** All in blocks, in order of rows. */
  async *all(): AsyncGenerator<readonly WrongRow[]> {
    for (let from = 0; from < this.count; from += blockRows) yield await this.rows(from, from + blockRows);
  }

  #groupOf({ code, name, ...reason }: RowProblem): Group {
    const key = JSON.stringify([code, name]);
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const example = ownText(reasonText({ code, name, ...reason }));
    const group = { id: this.#groups.size, code, name, example, places: [] };
    this.#groups.set(key, group);
    return group;
  }

  #placeOf(row: number): number | undefined {
    if (this.#current?.row === row) return this.count - 1;
    const at = lastUpTo(this.#ascending, (place) => (this.#rows[place] ?? 0) <= row);
    return this.#rows[at] === row ? at : this.#late.get(row);
  }

  #begin(row: number, cells: readonly string[], problem: RowReason): void {
    this.#close();
    this.#current = { row, ...shown(cells), problems: [problem] };
    const place = this.#rows.length;
    if (this.#late.size === 0 && row > (this.#rows.at(-1) ?? 0)) this.#ascending += 1;
    else this.#late.set(row, place);
    this.#rows.push(row);
  }

  #close(): void {
    if (this.#current === undefined) return;
    this.#open.push(this.#current);
    this.#openCharacters += this.#current.cells.reduce((sum, { length }) => sum + length, 0);
    this.#current = undefined;
    this.#closed += 1;
    if (this.#open.length < blockRows && this.#openCharacters < blockCharacters) return;
    this.#blocks.push({
      first: this.#closed - this.#open.length,
      blob: new Blob([JSON.stringify(this.#open)]),
    });
    this.#open = [];
    this.#openCharacters = 0;
  }

  async #rowAt(place: number): Promise<WrongRow | undefined> {
    if (place >= this.#closed) return this.#current;
    const inMemory = this.#closed - this.#open.length;
    if (place >= inMemory) return this.#open[place - inMemory];
    const block =
      this.#blocks[lastUpTo(this.#blocks.length, (at) => (this.#blocks[at]?.first ?? 0) <= place)];
    return block && (await this.#rowsOf(block))[place - block.first];
  }

  /** The last few blocks stay read, since a grid asks for neighbours. */
  #rowsOf(block: Block): Promise<readonly WrongRow[]> {
    const known = this.#read.get(block);
    if (known !== undefined) return known;
    const rows = block.blob.text().then((text): readonly WrongRow[] => JSON.parse(text));
    this.#read.set(block, rows);
    const [oldest] = this.#read.keys();
    if (this.#read.size > 8 && oldest !== undefined) this.#read.delete(oldest);
    return rows;
  }
}

/** The last of so many places at which this is so, as it is at all before; -1 if at none. */
function lastUpTo(count: number, isSo: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const withMore = (row: WrongRow, more?: readonly RowReason[]): WrongRow =>
  more === undefined ? row : { ...row, problems: [...row.problems, ...more] };

function shown(cells: readonly string[]): Pick<WrongRow, 'cells' | 'cut'> {
  return {
    cells: cells.map((cell) => (cell.length > shownCharacters ? cell.slice(0, shownCharacters) : cell)),
    cut: cells.flatMap((cell, at) => (cell.length > shownCharacters ? [at] : [])),
  };
}
