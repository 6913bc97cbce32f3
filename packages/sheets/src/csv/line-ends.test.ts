import { expect, test } from 'vitest';
import { read } from '../testing/sheets.ts';
import { newlineOf, withPlainEnds } from './line-ends.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    `ann${at}@example.org`,
    at % 3 === 0 ? `"Ann, ${at}"` : `Ann ${at}`,
  ]);
const textOf = (count: number, end: string) =>
  [['E-mail', 'Name'], ...rowsOf(count)].map((cells) => cells.join(',') + end).join('');
const plain = (count: number) =>
  rowsOf(count).map(([email = '', name = ''], at) => [at + 2, email, name.replaceAll('"', '')]);

const sizes = { small: 3, 'larger than a block': 6000 };

for (const [size, count] of Object.entries(sizes))
  test.each(['\n', '\r\n', '\r\r\n', '\r\r\r\n', '\n\r', '\r'])(
    `a ${size} file whose rows end with %j has the same rows`,
    async (end) => {
      for (const encoding of ['utf8', 'utf16le'] as const) {
        const mark = encoding === 'utf8' ? '' : '\ufeff';
        const { rows } = await read(Buffer.from(mark + textOf(count, end), encoding));
        expect(rows).toEqual(plain(count));
      }
    },
  );

test.each(Object.entries(sizes))('line feeds among returns end rows in a %s file', async (_size, count) => {
  const text = textOf(count, '\r');
  for (const at of [0, Math.floor(count / 2), count - 1]) {
    const end = text.indexOf('\r', text.indexOf(`ann${at}@`));
    for (const feed of ['\n', '\r\n']) {
      const { rows } = await read(Buffer.from(text.slice(0, end) + feed + text.slice(end + 1)));
      expect(rows).toEqual(plain(count));
    }
  }
});

test('line breaks within quotes stay, and do not decide what ends rows', () => {
  expect(newlineOf('a,b\n"1\r2\r3\r4",2\n')).toBe('\n');
  expect(newlineOf('a,b\r"1\n2\n3\n4",2\r3,4\r')).toBe('\r');
  const old = { newline: '\r', quote: '"', escape: 'doubled' } as const;
  expect(withPlainEnds('a,"b\nc"\r\nd,e\n', old)).toBe('a,"b\nc"\rd,e\r');
});

test('returns without an end are looked at in linear time', () => {
  const text = `a,b\n${'\r'.repeat(3_000_000)}c`;
  expect(newlineOf(text)).toBe('\n');
  expect(withPlainEnds(text, { newline: '\n', quote: '"', escape: 'doubled' })).toBe('a,b\nc');
});
