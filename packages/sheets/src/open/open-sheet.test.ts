import { describe, expect, test } from 'vitest';
import { openSheet } from './open-sheet.ts';
import { streamSource } from '../model/source.ts';
import { failureOf, read } from '../testing/sheets.ts';

describe('rows', () => {
  test('are numbered as in the spreadsheet: blank rows count, line breaks inside cells do not', async () => {
    const { facts, rows } = await read('\n\nName,Note\n\nAnn,"two\nlines"\n,\nBob,x\n');
    expect(facts.headerRow).toBe(3);
    expect(facts.header).toEqual(['Name', 'Note']);
    expect(rows).toEqual([
      [5, 'Ann', 'two\nlines'],
      [7, 'Bob', 'x'],
    ]);
  });

  test('keep their cells as written: white space, leading zeros, doubled quotes', async () => {
    const { rows } = await read('a,b,c\n 007 ,"say ""hi""",5" pipe\n');
    expect(rows).toEqual([[2, ' 007 ', 'say "hi"', '5" pipe']]);
  });

  test('end in the same place with LF, CRLF, both, and CR alone, with and without the last one', async () => {
    const expected = [
      [2, '1', 'x'],
      [3, '2', 'y'],
    ];
    for (const text of [
      'a,b\n1,x\n2,y\n',
      'a,b\r\n1,x\r\n2,y',
      'a,b\r\n1,"x"\n2,"y"\r',
      'a,b\n1,x\r\n2,y\r\n',
      'a,b\r1,x\r2,y\r',
      '"a","b"\r"1","x"\r"2","y"',
    ]) {
      expect((await read(text)).rows, JSON.stringify(text)).toEqual(expected);
    }
  });

  test('keep their number of cells, since the plan decides about ragged ones', async () => {
    const { rows } = await read('a,b\n1\n1,2,3\n');
    expect(rows).toEqual([
      [2, '1'],
      [3, '1', '2', '3'],
    ]);
  });
});

describe('bytes that are no text', () => {
  const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, at) => 1 + ((at * 7919) % 251)));

  test('are refused by their kind, also where every row would be read', async () => {
    for (const options of [{}, { onProblem: () => undefined }])
      expect((await failureOf(bytes, options)).message).toContain('The file is no text');
  });

  test('are refused or read in linear time below rows of text', async () => {
    const below = Buffer.concat([Buffer.from('a,b\n'.repeat(2000)), bytes]);
    expect((await failureOf(below)).row).toBe(2001);
    expect((await read(below, { onProblem: () => undefined })).rows.length).toBeGreaterThan(2000);
  });

  test('do not include UTF-16 without a mark, which has many zero bytes and others below the space', async () => {
    const text = `Имя,Город\n${'Анна,Москва\n'.repeat(200)}`;
    expect((await read(Buffer.from(text, 'utf16le'))).rows[0]).toEqual([2, 'Анна', 'Москва']);
  });
});

describe('the header', () => {
  test('is kept as written, also if it is empty, repeated or named like a built-in', async () => {
    const { facts, rows } = await read('__proto__,,name,name,constructor\n1,2,3,4,5\n');
    expect(facts.header).toEqual(['__proto__', '', 'name', 'name', 'constructor']);
    expect(rows).toEqual([[2, '1', '2', '3', '4', '5']]);
    expect(Object.prototype).not.toHaveProperty('0');
  });

  test('has no byte order mark, also in quotes', async () => {
    expect((await read('\ufeff"Name, first",b\n1,2')).facts.header).toEqual(['Name, first', 'b']);
  });

  test('may be the only row', async () => {
    expect(await read('a,b')).toMatchObject({ facts: { header: ['a', 'b'] }, rows: [] });
  });
});

describe('the delimiter', () => {
  test.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n', ';'],
    ['a\tb\n1\t2', '\t'],
    ['a|b|c\n1|2|3', '|'],
    ['Name;"Street, city"\nAnn;"x, y"\nBob;"z, w"\n', ';'],
    ['only\n1\n', ','],
    ['only\n1;2\n', ','],
  ])('of %j is %j', async (text, delimiter) => {
    expect((await read(text)).facts.delimiter).toBe(delimiter);
  });

  test('can be stated', async () => {
    expect((await read('a;b,c\n1;2,3', { delimiter: ';' })).facts.header).toEqual(['a', 'b,c']);
  });
});

describe('what is uncertain is refused with its place', () => {
  test.each([
    ['', 'empty_sheet', undefined, undefined],
    ['\n \n,,\n', 'empty_sheet', undefined, undefined],
    ['\ufeff', 'empty_sheet', undefined, undefined],
    ['a,b\n1,"x\n2,y\n3,z\n', 'unclosed_quote', 2, 2],
    ['a,b\n1,x\n"2" x,y\n3,z', 'text_after_quote', 3, 1],
    ['a,b\n1,"Bob" Jr\n2,"y"\n', 'text_after_quote', 2, 2],
    ['a,b\n1,x\0\n', 'zero_byte', 2, undefined],
    ['a\0', 'zero_byte', 1, undefined],
    ['PK\u0003\u0004', 'damaged_workbook', undefined, undefined],
    ['%PDF-1.7', 'other_format', undefined, undefined],
  ])('%j', async (...[text, code, row, column]) => {
    const error = await failureOf(text);
    expect(error).toMatchObject({ code, row, column });
  });

  test('the rows before the fault are still returned', async () => {
    const { rows, error } = await read('a,b\n1,x\n2,"y" z\n');
    expect(rows).toEqual([[2, '1', 'x']]);
    expect(error?.row).toBe(3);
  });

  test('a message never contains a cell', async () => {
    for (const text of ['a\n"secret', 'a\n"secret" x\n', 'a\nsecret\0']) {
      expect((await failureOf(text)).message).not.toContain('secret');
    }
  });
});

describe('limits', () => {
  test.each([
    ['file_too_large', 'a\n1234567890', { fileBytes: 10 }, undefined],
    ['too_many_rows', 'a\n1\n2\n3\n', { rows: 3 }, 4],
    ['too_many_columns', 'a,b\n1,2\n1,2,3\n', { columns: 2 }, 3],
    ['too_many_columns', 'a,b,c\n', { columns: 2 }, 1],
    ['cell_too_long', 'a,b\n1,12345\n', { cellCharacters: 4 }, 2],
    ['endless_row', `a,b\n1,"${'x\n'.repeat(200)}`, { blockBytes: 16, rowCharacters: 100 }, 2],
    ['endless_row', `a,b\n1,${'x'.repeat(200)}`, { blockBytes: 16, rowCharacters: 100 }, 2],
  ])('%s is refused with the number', async (...[code, text, limits, row]) => {
    const error = await failureOf(text, { limits });
    expect(error).toMatchObject({ code, row });
    expect(error.message).toMatch(/\d/u);
  });

  test('an unclosed quote in a large file reaches the limit of a row, not the limit of memory', async () => {
    let chunks = 0;
    async function* endless() {
      yield Buffer.from('a,b\n1,"');
      for (; chunks < 1000; chunks += 1) yield Buffer.alloc(64 * 1024, 'x,\n');
    }
    const reading = async () => {
      for await (const rows of (await openSheet(streamSource(64 * 1024 * 1000, endless))).rows)
        expect(rows).toEqual([]);
    };
    await expect(reading()).rejects.toMatchObject({ code: 'endless_row', row: 2 });
    expect(chunks).toBeLessThan(20);
  });
});
