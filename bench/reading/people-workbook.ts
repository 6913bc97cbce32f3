import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { zipStream } from '../../packages/sheets/src/zip/zip-stream.ts';
import { relations } from '../../packages/sheets/src/testing/workbook.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const header = [
  'id',
  'first',
  'last',
  'email',
  'phone',
  'street',
  'zip',
  'city',
  'joined',
  'amount',
  'active',
  'note',
];
const first = ['Ann', 'Bob', 'Zoë', 'José', 'Carl', 'Dora', 'Emil', 'Fritz'];
const last = ['Smith', 'Müller', 'O’Neil', 'Lee', 'Garcia', 'Ivanov'];
const cities = ['Springfield', 'Zürich', 'Paris', 'Berlin', 'Oslo'];

export type TextsIn = 'shared' | 'cells';

/** Writes a workbook as Excel writes one, texts shared, or as many programs do, each in its cell: the same rows each time. */
export async function writePeople(file: string, rows: number, textsIn: TextsIn): Promise<void> {
  const out = createWriteStream(file);
  const zip = zipStream();
  const texts = new Map<string, number>();
  const give = async (bytes: Buffer) => void (out.write(bytes) || (await once(out, 'drain')));
  for (const [name, xml] of frame) await give(zip.part(name, xml));
  await give(zip.open('xl/worksheets/sheet1.xml'));
  let gathered = `<worksheet ${main}><sheetData>${rowXml(1, header.map(textCell), { texts, textsIn })}`;
  for (let row = 2; row <= rows + 1; row += 1) {
    gathered += rowXml(row, cellsOf(row), { texts, textsIn });
    if (gathered.length < 1e6) continue;
    await give(zip.write(Buffer.from(gathered)));
    gathered = '';
  }
  await give(zip.write(Buffer.from(`${gathered}</sheetData></worksheet>`)));
  await give(zip.close());
  const shared = [...texts.keys()].map((text) => `<si><t>${text}</t></si>`).join('');
  await give(zip.part('xl/sharedStrings.xml', `<sst ${main}>${shared}</sst>`));
  out.end(zip.end());
  await finished(out);
}

const frame: readonly (readonly [name: string, xml: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${typed('workbook.xml', 'sheet.main')}${typed('worksheets/sheet1.xml', 'worksheet')}${typed('styles.xml', 'styles')}${typed('sharedStrings.xml', 'sharedStrings')}</Types>`,
  ],
  ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
  [
    'xl/workbook.xml',
    `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  ],
  [
    'xl/styles.xml',
    `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
  ],
];

function typed(part: string, kind: string): string {
  return `<Override PartName="/xl/${part}" ContentType="${spreadsheet}.${kind}+xml"/>`;
}

interface Cell {
  readonly text?: string;
  /** Of a cell that is no text. */
  readonly attributes?: string;
  readonly value?: number;
}

const textCell = (text: string): Cell => ({ text });

function cellsOf(row: number): Cell[] {
  return [
    { value: 100_000 + row },
    textCell(pick(first, row)),
    textCell(pick(last, row)),
    textCell(`user${row}@bench.example`),
    textCell(`+1 555 ${1_000_000 + ((row * 7919) % 8_999_999)}`),
    textCell(`${(row * 31) % 9999} Main Street`),
    { attributes: ' s="2"', value: (row * 37) % 99_999 },
    textCell(pick(cities, row)),
    { attributes: ' s="1"', value: 40_000 + (row % 5000) },
    { attributes: ' s="3"', value: ((row * 13) % 100_000) / 100 },
    { attributes: ' t="b"', value: row % 2 },
    textCell(row % 3 === 0 ? 'none' : 'call back &amp; ask'),
  ];
}

function pick(texts: readonly string[], at: number): string {
  return texts[(at * 7 + (at >> 4)) % texts.length] ?? '';
}

interface Texts {
  readonly texts: Map<string, number>;
  readonly textsIn: TextsIn;
}

function rowXml(row: number, cells: readonly Cell[], { texts, textsIn }: Texts): string {
  const written = cells.map(({ text, attributes = '', value }, at) => {
    const reference = `${String.fromCharCode(65 + at)}${row}`;
    if (text === undefined) return `<c r="${reference}"${attributes}><v>${value}</v></c>`;
    if (textsIn === 'cells') return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const index = texts.get(text) ?? texts.size;
    texts.set(text, index);
    return `<c r="${reference}" t="s"><v>${index}</v></c>`;
  });
  return `<row r="${row}" spans="1:12">${written.join('')}</row>`;
}
