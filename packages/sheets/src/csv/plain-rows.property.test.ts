import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { signs } from '../model/raw-cells.ts';
import type { SheetRow } from '../model/sheet.ts';
import { isBlankRow } from '../table/blank-row.ts';
import { mayBeDamaged } from '../text/odd-text.ts';
import { unpackCells } from '../text/packed.ts';
import type { Dialect } from './dialect.ts';
import { plainSplitter } from './plain-rows.ts';
import { hasStrayQuote } from './stray-quotes.ts';
import { tokenizer } from './tokenize.ts';

const parts = ['a', 'Ann', '0151', ' ', '"', '""', ',', ';', '\t', '\n', '\r\n', '\r', '\\', '\u0001'];
const beyond = ['é', 'Ž', '李', '😀', '\u00a0', '\u3000', '\ufeff', 'Ã¶', '’', '\u007f'];
const cell = fc.array(fc.constantFrom(...parts, ...beyond), { maxLength: 4 }).map((each) => each.join(''));
const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
const newline = fc.constantFrom('\n', '\n', '\r\n', '\r');
const row = fc.tuple(fc.array(fc.oneof(cell, quoted, quoted), { maxLength: 5 }), newline);
const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  newline: fc.constant('\n' as const),
});

const packed = (text: string): string => Buffer.from(text).toString('latin1');
const pieceOf = (text: string) => ({ text, packed: Buffer.from(text, 'latin1') });
const shown = ({ number, cells }: SheetRow) => [number, ...cells];

/** As papaparse reads the text from a row on. */
function generally(text: string, read: number, stated: Dialect) {
  const { rows, length, fault } = tokenizer(stated)(text, false);
  const sound = rows.slice(0, fault?.index);
  const isOdd = sound.map((cells) => unpackCells(cells)).includes(true);
  const filled = sound.flatMap((cells, at) => (isBlankRow(cells) ? [] : [[read + at + 1, ...cells]]));
  return {
    rows: filled,
    count: rows.length,
    length,
    isOdd,
    fault: fault && { ...fault, index: read + fault.index },
  };
}

test('text that is cut at its bytes, and read on by papaparse, is what papaparse reads of all of it', () => {
  let [cut, left] = [0, 0];
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), dialect, fc.nat(20), (lines, stated, at) => {
      const chosen: Dialect = { ...stated, quote: '"', escape: 'doubled', spaced: false };
      const text = packed(lines.map(([cells, end]) => cells.join(stated.delimiter) + end).join(''));
      const plain = plainSplitter(chosen, 100)?.(text.slice(0, at), pieceOf(text.slice(at)), 0);
      if (plain === undefined) throw new Error('The dialect is plain.');
      const rest = generally(text.slice(plain.length), plain.count, chosen);
      const whole = generally(text, 0, chosen);
      const rows = [...plain.rows.map(shown), ...rest.rows];
      expect(rows).toEqual(whole.rows);
      expect(plain.length + rest.length).toBe(whole.length);
      expect(plain.count + rest.count).toBe(whole.count);
      expect(rest.fault).toEqual(whole.fault);
      const isOdd = plain.rows.some(({ cells }) => cells.some(mayBeDamaged));
      expect(plain.mayBeDamaged).toBe(isOdd || hasStrayQuote(text, plain.length, chosen));
      cut += plain.count;
      left += rest.count;
    }),
    { numRuns: 2000 },
  );
  // Both ways are taken often.
  expect(Math.min(cut, left)).toBeGreaterThan(500);
});

test('bytes of a cell, its signs and its text alone say the same as the cells of its row', () => {
  const stated = { delimiter: ',', newline: '\n', quote: '"', escape: 'doubled', spaced: false } as const;
  fc.assert(
    fc.property(fc.array(fc.array(fc.oneof(cell, quoted), { minLength: 1, maxLength: 4 })), (lines) => {
      const split = plainSplitter(stated, 100);
      const text = packed(lines.map((cells) => `${cells.join(',')}\n`).join(''));
      for (const sheetRow of split?.('', pieceOf(text), 0).rows ?? []) {
        const { raw } = sheetRow;
        if (raw === undefined) throw new Error('The chunk is current.');
        const { chunk, first, width } = raw;
        const texts = Array.from({ length: width }, (_, at) => raw.textOf(at));
        expect(sheetRow.cells).toEqual(texts);
        for (const [at, each] of texts.entries()) {
          const has = chunk.signs[first + at] ?? 0;
          const bytes = chunk.bytes.subarray(chunk.starts[first + at], chunk.ends[first + at]);
          expect((has & signs.other) === 0).toBe(/^\d*$/u.test(each));
          expect((has & signs.escaped) !== 0).toBe(/[\u0000-\u001f"\\\u007f]/u.test(each));
          expect((has & signs.beyondAscii) !== 0).toBe(/[^\u0000-\u007f]/u.test(each));
          if ((has & signs.escaped) === 0) expect(Buffer.from(bytes).toString()).toBe(each);
          if ((has & (signs.rare | signs.escaped)) === 0) expect(each).toMatch(/^[ -~\u00c0-\ud7ff]*$/u);
          if ((has & signs.rare) === 0) expect(each).not.toMatch(/^[^\S\t-\r ]|[^\S\t-\r ]$/u);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('a row keeps its cells, and has no bytes, once the next rows are cut', () => {
  const stated = { delimiter: ',', newline: '\n', quote: '"', escape: 'doubled', spaced: false } as const;
  const split = plainSplitter(stated, 100);
  const [before] = split?.('Ann,', pieceOf('"a ""b"""\n'), 1).rows ?? [];
  expect(before?.raw).toBeDefined();
  split?.('', pieceOf('Eva,other bytes\n'), 2);
  expect(before?.raw).toBeUndefined();
  expect(before?.cells).toEqual(['Ann', 'a "b"']);
});
