import { SheetError } from '../model/sheet-error.ts';

export interface SharedTexts {
  readonly count: number;
  add(text: string): void;
  /** Undefined if there is no text with this number. */
  at(index: number): string | undefined;
}

const slabBytes = 1024 * 1024;
const pageLength = 64 * 1024;
/** The header of each text: its number of bytes, and whether they are ASCII. */
const headBytes = 4;
const asciiBit = 0x8000_0000;

/**
 * The texts that the cells of a workbook share, as bytes. They need a quarter of the memory of strings, and no work of the garbage
 * collector.
 * @throws SheetError `too_many_texts` beyond the limit
 */
export function sharedTexts(limitBytes: number): SharedTexts {
  const slabs: Buffer[] = [];
  const pages: Uint32Array[] = [];
  let used = slabBytes;
  let count = 0;
  let total = 0;

  function add(text: string): void {
    const length = Buffer.byteLength(text);
    total += length + 2 * headBytes;
    if (total > limitBytes) throw tooMuchText(limitBytes);
    if (used + headBytes + length > slabBytes) {
      slabs.push(Buffer.allocUnsafeSlow(Math.max(slabBytes, headBytes + length)));
      used = 0;
    }
    const slab = slabs.at(-1) ?? Buffer.alloc(0);
    if (count % pageLength === 0) pages.push(new Uint32Array(pageLength * 2));
    const page = pages.at(-1) ?? new Uint32Array();
    const place = (count % pageLength) * 2;
    page[place] = slabs.length - 1;
    page[place + 1] = used;
    const ascii = length === text.length;
    slab.writeUInt32LE(ascii ? length + asciiBit : length, used);
    slab.write(text, used + headBytes, ascii ? 'latin1' : 'utf8');
    used += headBytes + length;
    count += 1;
  }

  function at(index: number): string | undefined {
    const page = pages[Math.floor(index / pageLength)];
    if (page === undefined || index < 0 || index >= count) return undefined;
    const place = (index % pageLength) * 2;
    const slab = slabs[page[place] ?? 0];
    const head = page[place + 1] ?? 0;
    if (slab === undefined) return undefined;
    const length = slab.readUInt32LE(head);
    const start = head + headBytes;
    return length >= asciiBit
      ? slab.toString('latin1', start, start + length - asciiBit)
      : slab.toString('utf8', start, start + length);
  }

  return {
    get count() {
      return count;
    },
    add,
    at,
  };
}

function tooMuchText(limit: number): SheetError {
  return new SheetError({ code: 'too_many_texts', most: limit });
}
