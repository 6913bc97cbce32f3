import { describe, expect, test } from 'vitest';
import { failureOf, read, readAll } from '../testing/sheets.ts';

const text = 'Name;Größe\nZoë;1\nŽofie – “x”;€ 2\n';

const special = '€‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** For characters of Windows-1252. */
function windows1252(text: string): Buffer {
  const bytes = Array.from({ length: text.length }, (_, at) => {
    const high = special.indexOf(text.charAt(at));
    // The euro sign is at 0x80, and 0x81 is no character.
    return high < 0 ? text.charCodeAt(at) : 0x80 + high + (high > 0 ? 1 : 0);
  });
  return Buffer.from(bytes);
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('one text', () => {
  const expected = [
    [2, 'Zoë', '1'],
    [3, 'Žofie – “x”', '€ 2'],
  ];

  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16be', utf16be(`\ufeff${text}`)],
    ['windows-1252', windows1252(text)],
  ])('in %s reads the same', async (encoding, bytes) => {
    const { facts, rows } = await read(bytes);
    expect(facts).toMatchObject({ encoding, header: ['Name', 'Größe'] });
    expect(rows).toEqual(expected);
  });
});

test.each([
  ['utf-16le', Buffer.from(text, 'utf16le')],
  ['utf-16be', utf16be(text)],
  ['utf-16le', Buffer.from('Имя,Улица\nАнна,Мир\n', 'utf16le')],
])('%s without a byte order mark is recognized by its zero bytes', async (encoding, bytes) => {
  const { facts, rows } = await read(bytes);
  expect(facts).toMatchObject({ encoding, notes: [expect.stringContaining('byte order mark')] });
  expect(rows[0]?.[0]).toBe(2);
});

describe('Windows-1252', () => {
  test('is recognized by its first byte beyond ASCII, however late, and noted', async () => {
    const late = Buffer.concat([Buffer.from(`a,b\n${'1,plain\n'.repeat(20_000)}`), windows1252('2,Zoë')]);
    const { facts, rows } = await read(late);
    expect(rows.at(-1)).toEqual([20_002, '2', 'Zoë']);
    expect(facts).toMatchObject({
      encoding: 'windows-1252',
      notes: [expect.stringContaining('Windows-1252')],
    });
  });

  test('is recognized by the very last byte', async () => {
    expect((await read(windows1252('a\ncaf\u00e9'))).rows).toEqual([[2, 'café']]);
  });

  test.each([
    ['a byte without a meaning', 'unclear_encoding', Buffer.from([0xe9, 0x20, 0x81])],
    ['UTF-8 after a torn character', 'not_utf8', Buffer.from([0xc3, 0x20, 0xc3, 0xa9])],
  ])('is not guessed for %s: refused with row and byte', async (_, code, cell) => {
    const error = await failureOf(Buffer.concat([Buffer.from('a\nok\n'), cell, Buffer.from('\n')]));
    expect(error).toMatchObject({ code, row: 3 });
    expect(error.byteOffset).toBeGreaterThanOrEqual(5);
  });

  test('can be stated if it cannot be recognized', async () => {
    const { rows } = await read(Buffer.from([0x61, 0x0a, 0xc3, 0xa9]), { encoding: 'windows-1252' });
    expect(rows).toEqual([[2, 'Ã©']]);
  });

  test.each(['windows-1250', 'cp850', 'shift_jis', 'gbk'] as const)(
    'is refused if %s is stated and the text is UTF-8',
    async (encoding) => {
      const bytes = Buffer.from('Name\nAnn\nZoë Łuk\n');
      const error = await failureOf(bytes, { encoding });
      expect(error).toMatchObject({ code: 'unclear_encoding', row: 3, byteOffset: 11 });
      expect(error.message).toContain('"encoding":"utf-8"');
      const problems: unknown[] = [];
      const { rows } = await read(bytes, { encoding, onProblem: ({ code }) => problems.push(code) });
      expect([rows.length, problems.at(0)]).toEqual([3, 'unclear_encoding']);
    },
  );
});

describe('broken text is refused with row and byte', () => {
  test('a byte that is not UTF-8 after characters that are', async () => {
    const { rows, error } = await readAll(['a\né\nx', Buffer.from([0xe9]), '\n']);
    expect(rows).toEqual([[2, 'é']]);
    expect(error).toMatchObject({ code: 'not_utf8', row: 3, byteOffset: 6 });
  });

  test('a file cut off within a character', async () => {
    expect(await failureOf(Buffer.from('a\né\né').subarray(0, -1))).toMatchObject({ row: 3, byteOffset: 5 });
    const utf16 = Buffer.from('\ufeffa\n😀', 'utf16le');
    expect(await failureOf(utf16.subarray(0, -2))).toMatchObject({ row: 2, byteOffset: 6 });
    expect(await failureOf(utf16.subarray(0, -1))).toMatchObject({ row: 2, byteOffset: 6 });
  });

  test('an incomplete character of UTF-16, and a zero character', async () => {
    const halves = Buffer.concat([
      Buffer.from('\ufeffa\n', 'utf16le'),
      Buffer.from([0x00, 0xdc, 0x61, 0x00]),
    ]);
    expect(await failureOf(halves)).toMatchObject({ code: 'incomplete_character', row: 2, byteOffset: 6 });
    expect(await failureOf(Buffer.from('\ufeffa\nx\0', 'utf16le'))).toMatchObject({
      code: 'zero_byte',
      row: 2,
    });
  });

  test('zero bytes that are not certainly UTF-16', async () => {
    const scattered = Buffer.from(`a,b\n${'x,y\n'.repeat(20)}1,\0`);
    expect(await failureOf(scattered)).toMatchObject({ code: 'zero_byte', row: 22, byteOffset: 86 });
  });
});
