import { reasonsText, type Reason } from '@sluice/contract';
import type { SheetRow } from '@sluice/sheets';
import {
  blockRows,
  endWord,
  listCharacters,
  mostCharacters,
  mostClasses,
  type PackedRow,
  type PackedStatus,
  type RowClass,
  type RowIndex,
} from './format.ts';

/** Packs bytes by raw deflate. */
export type Pack = (bytes: Uint8Array) => Uint8Array;

interface Ended {
  readonly status: PackedStatus;
  readonly recordId?: string | undefined;
  readonly reasons?: readonly Reason[] | undefined;
  /** Of a row of a plan. */
  readonly field?: string | undefined;
}

/** The rows of a sheet with their outcomes, in order. */
export type EndedRow = SheetRow & { readonly outcome: Ended };

/**
 * The rows of a result, a plan or an undo in packed blocks, and behind them an index by row, status, field and reason. Keeps a
 * block in memory, with its long cells packed, and two bytes for each row.
 */
export async function* writeRowBlocks(
  header: readonly string[],
  rows: AsyncIterable<readonly EndedRow[]>,
  pack: Pack,
): AsyncGenerator<Uint8Array, void, void> {
  const index: RowIndex = {
    ...{ header: header.map(shortened), rows: 0 },
    ...{ blocks: [], longCells: [], firstRows: [], classes: [] },
  };
  const classes = new ClassList(index.classes);
  let block: PackedRow[] = [];
  let longCells = new LongCells(pack);
  longCells.addOf({ cells: header });
  const packed = (): Uint8Array[] => {
    const bytes = pack(jsonBytes(block));
    const lists = longCells.lists();
    index.blocks.push(bytes.length);
    index.longCells.push(lists.map(({ length }) => length));
    index.firstRows.push(block[0]?.row ?? 0);
    block = [];
    longCells = new LongCells(pack);
    return [bytes, ...lists];
  };
  for await (const chunk of rows)
    for (const row of chunk) {
      index.rows += 1;
      classes.add(row.outcome);
      block.push(packedRow(row));
      longCells.addOf(row);
      if (block.length === blockRows) yield* packed();
    }
  if (block.length > 0) yield* packed();
  const [ofRows, about] = [pack(classes.bytes()), pack(jsonBytes(index))];
  yield ofRows;
  yield about;
  yield new TextEncoder().encode(`${digits(ofRows)}${digits(about)}${endWord}`);
}

const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const digits = ({ length }: Uint8Array): string => String(length).padStart(10, '0');
const isLong = (cell: string): boolean => cell.length > mostCharacters;
const shortened = (cell: string): string =>
  isLong(cell) ? `${cell.slice(0, mostCharacters).toWellFormed()}…` : cell;

function packedRow({ number: row, cells, outcome: { status, recordId, reasons = [] } }: EndedRow): PackedRow {
  return {
    row,
    cells: cells.map(shortened),
    status,
    ...(recordId !== undefined && { recordId }),
    ...(reasons.length > 0 && { reasons: [...reasons] }),
  };
}

/** The long cells of one block, whole. A list of them is packed before it takes much memory. */
class LongCells {
  readonly #pack: Pack;
  readonly #packed: Uint8Array[] = [];
  #cells: string[] = [];
  #characters = 0;

  constructor(pack: Pack) {
    this.#pack = pack;
  }

  addOf({ cells }: Pick<SheetRow, 'cells'>): void {
    for (const cell of cells.filter(isLong)) {
      this.#cells.push(cell);
      this.#characters += cell.length;
      if (this.#characters >= listCharacters) this.#packList();
    }
  }

  lists(): readonly Uint8Array[] {
    if (this.#cells.length > 0) this.#packList();
    return this.#packed;
  }

  #packList(): void {
    this.#packed.push(this.#pack(jsonBytes(this.#cells)));
    this.#cells = [];
    this.#characters = 0;
  }
}

/** The class of each row, as a number of two bytes. */
class ClassList {
  readonly #classes: RowClass[];
  readonly #places = new Map<string, number>();
  #ofRows = new Uint16Array(1024);
  #rows = 0;

  constructor(classes: RowClass[]) {
    this.#classes = classes;
  }

  add({ status, field, reasons = [] }: Ended): void {
    const kinds = reasons.map(({ code, name }) => ({ code, ...(name !== undefined && { name }) }));
    const alike = { status, ...(field !== undefined && { field }), reasons: kinds };
    const place = this.#places.get(keyOf(alike)) ?? this.#newClass(alike, reasonsText(reasons));
    const found = this.#classes[place];
    if (found !== undefined) found.rows += 1;
    if (this.#rows === this.#ofRows.length) {
      const larger = new Uint16Array(2 * this.#rows);
      larger.set(this.#ofRows);
      this.#ofRows = larger;
    }
    this.#ofRows[this.#rows] = place;
    this.#rows += 1;
  }

  #newClass(alike: Alike, example: string): number {
    const usual: Alike = { status: alike.status, reasons: [] };
    if (this.#classes.length >= mostClasses && keyOf(alike) !== keyOf(usual))
      return this.#places.get(keyOf(usual)) ?? this.#newClass(usual, '');
    const place = this.#classes.push({ ...alike, example: shortened(example), rows: 0 }) - 1;
    this.#places.set(keyOf(alike), place);
    return place;
  }

  /** In order of rows, the lower byte first. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(2 * this.#rows);
    const view = new DataView(bytes.buffer);
    for (let row = 0; row < this.#rows; row += 1) view.setUint16(2 * row, this.#ofRows[row] ?? 0, true);
    return bytes;
  }
}

type Alike = Pick<RowClass, 'status' | 'field' | 'reasons'>;

const keyOf = ({ status, field, reasons }: Alike): string => JSON.stringify([status, field, reasons]);
