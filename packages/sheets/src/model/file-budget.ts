import type { SheetLimits } from './limits.ts';
import { SheetError } from './sheet-error.ts';

/** How often all bytes of a file may be unpacked: a part is read up to three times, and once more for a copy. */
const readings = 4;
/** How many blank cells may be added where one character may be made. */
const blanksForCharacter = 4;

/** To how many bytes a file may grow, and how many characters its cells may have: a small one cannot make much work. */
function mostGrown(bytes: number, limits: SheetLimits): number {
  const { unpackedBytes, unpackedRatio, unpackedRatioFrom } = limits;
  return Math.min(unpackedBytes, Math.max(unpackedRatioFrom, unpackedRatio * bytes));
}

/** The limits of a file of so many bytes. */
export function limitsFor<Limits extends SheetLimits>(bytes: number, limits: Limits): Limits {
  const blankCells = Math.min(limits.blankCells, blanksForCharacter * mostGrown(bytes, limits));
  return { ...limits, blankCells };
}

/** Counts what a whole file becomes while it is read, whichever of its parts and however often. */
export class FileBudget {
  readonly #bytes: number;
  readonly #limits: SheetLimits;
  readonly #most: number;
  #size = 0;
  #unpacked = 0;
  #made = 0;

  /** @param bytes the size of the file as it is stored */
  constructor(bytes: number, limits: SheetLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#most = mostGrown(bytes, limits);
  }

  /** Counts the size of what is read for the first time. @throws SheetError if the file grows too much */
  grow(bytes: number): void {
    this.#size += bytes;
    const { unpackedBytes: most } = this.#limits;
    if (this.#size > most) throw new SheetError({ code: 'unpacked_too_large', bytes: this.#size, most });
    if (this.#size > this.#most) throw this.#tooTight(this.#size);
  }

  /** Whether there is room for so much more. */
  takes(bytes: number): boolean {
    return this.#size + bytes <= this.#most;
  }

  /** Counts bytes as they are unpacked, also those of a part that is read again. @throws SheetError if that has no end */
  unpack(bytes: number): void {
    this.#unpacked += bytes;
    const most = readings * this.#most;
    if (this.#unpacked > most)
      throw new SheetError({ code: 'unpacked_too_large', bytes: this.#unpacked, most });
  }

  /** Counts characters of cells; those that a file repeats or shares, as often as they are read. @throws SheetError */
  make(characters: number, row: number): void {
    this.#made += characters;
    if (this.#made <= this.#most) return;
    const { unpackedBytes: most } = this.#limits;
    if (this.#made > most) throw new SheetError({ code: 'too_much_text', most, row });
    throw this.#tooTight(this.#made, row);
  }

  #tooTight(grown: number, row?: number): SheetError {
    const times = Math.ceil(grown / Math.max(1, this.#bytes));
    return new SheetError({ code: 'packed_too_tightly', times, most: this.#limits.unpackedRatio, row });
  }
}
