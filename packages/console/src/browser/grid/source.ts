import type { Status } from './status.ts';

/** One row of a grid. */
export interface GridRow {
  /** The number of the row in its sheet. */
  readonly number?: number | undefined;
  readonly status?: Status | undefined;
  readonly cells: readonly string[];
  /** The cells that are wrong, by column from 0. */
  readonly wrong?: ReadonlySet<number> | undefined;
  /** The row in a line, where it does not fit into the window. */
  readonly about?: string | undefined;
  /** What a person should know about the row. */
  readonly reasons?: readonly string[] | undefined;
  /** The cells that cannot be changed here, by column from 0. */
  readonly fixed?: ReadonlySet<number> | undefined;
}

/** Where rows come from, in any number. */
export interface GridSource {
  readonly rowCount: number;
  /** The rows from this place to before that one. */
  rows(from: number, to: number): Promise<readonly GridRow[]>;
  /** All rows, where they are here already: they are shown at once. */
  readonly all?: readonly GridRow[];
}

export function listSource(all: readonly GridRow[]): GridSource {
  return { rowCount: all.length, rows: (from, to) => Promise.resolve(all.slice(from, to)), all };
}

const blockRows = 256;
const blocksKept = 40;

type Blocks = Map<number, readonly GridRow[] | 'asked' | 'failed'>;

/** Keeps the blocks of rows that were asked for last, and asks for each once. */
export class RowCache {
  readonly #source: GridSource;
  readonly #onRead: () => void;
  readonly #blocks: Blocks = new Map();
  readonly #before: Blocks | undefined;

  /** Where a source has as many rows as the one before, those are shown until its own are read. */
  constructor(source: GridSource, onRead: () => void, before?: RowCache) {
    this.#source = source;
    this.#onRead = onRead;
    if (before === undefined || before.#source.rowCount !== source.rowCount) return;
    const hasRead = [...before.#blocks.values()].some((block) => typeof block === 'object');
    this.#before = hasRead ? before.#blocks : before.#before;
  }

  /** The row, if it was read. */
  row(at: number): GridRow | undefined {
    if (this.#source.all !== undefined) return this.#source.all[at];
    const number = Math.floor(at / blockRows);
    const own = this.#blocks.get(number);
    const block = typeof own === 'object' ? own : this.#before?.get(number);
    return typeof block === 'object' ? block[at % blockRows] : undefined;
  }

  /** Whether a row between these could not be read. */
  hasFailed(from: number, to: number): boolean {
    return this.#blocksOf(from, to).some((number) => this.#blocks.get(number) === 'failed');
  }

  /** Reads the rows from this place to before that one, unless they are there. */
  want(from: number, to: number): void {
    if (this.#source.all !== undefined) return;
    for (const number of this.#blocksOf(from, to)) {
      const block = this.#blocks.get(number);
      if (block !== undefined && block !== 'failed') this.#keep(number, block);
      else this.#ask(number);
    }
  }

  #blocksOf(from: number, to: number): number[] {
    const [first, last] = [from, Math.max(from, to - 1)].map((row) => Math.floor(row / blockRows));
    return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, at) => (first ?? 0) + at);
  }

  #ask(number: number): void {
    this.#keep(number, 'asked');
    const from = number * blockRows;
    const to = Math.min(this.#source.rowCount, from + blockRows);
    const settle = (block: readonly GridRow[] | 'failed') => {
      this.#blocks.set(number, block);
      this.#onRead();
    };
    this.#source.rows(from, to).then(settle, () => settle('failed'));
  }

  #keep(number: number, block: readonly GridRow[] | 'asked'): void {
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > blocksKept && oldest !== undefined) this.#blocks.delete(oldest);
  }
}
