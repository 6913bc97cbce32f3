import { describe, expect, test } from 'vitest';
import { encodings, type Page } from '../model/encodings.ts';
import type { SheetError } from '../model/sheet-error.ts';
import { encoder } from '../testing/encode.ts';
import { failureOf, read } from '../testing/sheets.ts';

const inPage = (page: Page, text: string): Buffer => {
  const bytes = encoder(page)(text);
  if (bytes === undefined) throw new RangeError(`${page} cannot write ${text}`);
  return bytes;
};

const czech = 'Jiří Dvořák;jiri@example.com';

test.each([
  ['macintosh', '\r', ';', ['José Peña;jose@example.com', 'Zoë Müller;zoe@example.com']],
  ['shift_jis', '\r\n', ',', ['山田太郎,taro@example.com', '鈴木花子,hanako@example.com']],
  ['windows-1250', '\r\n', ';', [czech, 'Tomáš Novák;tomas@example.com', 'Václav Kříž;vaclav@example.com']],
  ['windows-1250', '\r\n', ';', ['Michał Nowak;michal@example.com', 'Paweł Gołąb;pawel@example.com']],
  ['windows-1255', '\r\n', ',', ['דוד כהן,david@example.com', 'שרה לוי,sara.l@example.com']],
  ['iso-8859-2', '\r\n', ';', [czech, 'Žaneta Šmídová;zaneta@example.com']],
] as const)('a file of another land in %s is read right, with a note', async (page, end, delimiter, rows) => {
  const text = [`Name${delimiter}E-mail`, ...rows, ''].join(end);
  const sheet = await read(inPage(page, text));
  expect(sheet.error).toBeUndefined();
  expect(sheet.rows).toEqual(rows.map((row, at) => [at + 2, ...row.split(delimiter)]));
  expect(sheet.facts).toMatchObject({
    encoding: page,
    notes: [expect.stringMatching(/was read as .*, as its letters show/u)],
  });
});

describe('a stated encoding', () => {
  test.each([
    ['cp437', 'Größe ½ é'], ['cp850', 'Ørsted Ñandú'], ['cp852', 'Łódź Őrség'], ['koi8-u', 'Їжак'],
    ['iso-8859-10', 'Ŧŋ'], ['gb18030', '王芳'], ['iso-2022-jp', 'plain'], ['windows-1258', 'Đà'],
  ] as const)('%s is read, strictly and leniently', async (encoding, name) => {
    const bytes = inPage(encoding, `Name\n${name}\n`);
    expect((await read(bytes, { encoding })).rows).toEqual([[2, name]]);
    const problems: SheetError[] = [];
    const all = await read(bytes, { encoding, onProblem: (problem) => problems.push(problem) });
    expect([all.rows.at(-1), problems]).toEqual([[2, name], []]);
  }); // prettier-ignore

  test('can be any of the list', async () => {
    for (const encoding of encodings) {
      const bytes = Buffer.from('Name\nAnn\n', encoding.startsWith('utf-16') ? 'utf16le' : 'latin1');
      const { rows } = await read(encoding === 'utf-16be' ? bytes.swap16() : bytes, { encoding });
      expect(rows, encoding).toEqual([[2, 'Ann']]);
    }
  });

  test.each([
    ['windows-1250', Buffer.from('Name\nŁ\nx\n').fill(0x81, 5, 6), 2, 5],
    ['shift_jis', Buffer.from('Name\nAnn\nx\u00fd\n', 'latin1'), 3, 10],
    [
      'euc-jp',
      Buffer.concat([inPage('euc-jp', 'Name\n山田\n太'), Buffer.from('\n')]).fill(0x0a, 11, 12),
      3,
      10,
    ],
  ] as const)(
    'of %s: a byte that it lacks is refused with its row and place',
    async (encoding, bytes, row, byteOffset) => {
      expect(await failureOf(bytes, { encoding })).toMatchObject({
        code: 'unclear_encoding',
        row,
        byteOffset,
      });
      const problems: SheetError[] = [];
      const all = await read(bytes, { encoding, onProblem: (problem) => problems.push(problem) });
      expect(all.rows.flat().join()).toContain('\ufffd');
      expect(problems[0]).toMatchObject({ code: 'unclear_encoding', byteOffset });
    },
  );
});

describe('what is not certain is asked', () => {
  const bytes = Buffer.from('Name\nBo\nOnd\u00f8ej\nEve\n', 'latin1');

  test('with the settings, and the rows that differ as each encoding shows them, but not in the message', async () => {
    const error = await failureOf(bytes);
    expect(error).toMatchObject({ code: 'unclear_encoding', row: 3, byteOffset: 8 });
    expect(error.message).toContain('`"reading": {"encoding":"windows-1250"}`');
    expect(error.facts.shownAs?.()).toContainEqual({ encoding: 'windows-1250', rows: ['Ondřej'] });
    expect(`${error.message} ${JSON.stringify(error.facts)}`).not.toContain('Ond');
  });

  test('also where a late row fits another encoding, behind the rows before it', async () => {
    const plain = 'Jürgen Müller\nGötz Schäfer\n'.repeat(4000);
    const late = Buffer.concat([
      inPage('windows-1252', `Name\n${plain}`),
      inPage('cp850', 'Günther Größl\nJörg Weiß\n'),
    ]);
    expect(await failureOf(late)).toMatchObject({ code: 'unclear_encoding', row: 8002 });
  });

  test('also text of a page that is not known, such as that of Greek DOS', async () => {
    const greek = Buffer.from('82a0e9a89aa6aa208f98a7989be6a7a6aca2a6aa', 'hex');
    const rows = Array.from({ length: 4 }, () => greek);
    const error = await failureOf(Buffer.concat([Buffer.from('Name\n'), ...rows, Buffer.from('\n')]));
    expect(error).toMatchObject({ code: 'unclear_encoding', row: 2 });
  });

  test('a lenient reader reports it, and reads on as the likeliest', async () => {
    const problems: SheetError[] = [];
    const { rows } = await read(bytes, { onProblem: (problem) => problems.push(problem) });
    expect(problems).toMatchObject([{ code: 'unclear_encoding', byteOffset: 8 }]);
    expect(rows).toHaveLength(4);
  });
});
