import { openSheet, SheetError, streamSource, type SheetOptions } from '@sluice/sheets';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { names, oneSheet, row, text, workbook } from '../../packages/sheets/src/testing/workbook.ts';
import type { ZipPart } from '../../packages/sheets/src/testing/zip.ts';

type Options = Omit<SheetOptions, 'limits'> & { readonly limits?: object };
type File = readonly [bytes: string | Uint8Array, options?: Options];

const head = 'Name,E-mail,Town';
const ann = 'Ann,ann@example.com,Oslo';
const ben = 'Ben,ben@example.com,Rome';
const sheet = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const packed = gzipSync(sheet(head, ann));
const utf16 = Buffer.from('\ufeffName\nAnn', 'utf16le');
const everyRow = { onProblem: () => undefined };
const shared = (rows: number) =>
  Array.from({ length: rows }, (_, at) => row(at + 2, `<c r="A${at + 2}" t="s"><v>0</v></c>`)).join('');
const far = Array.from({ length: 1300 }, (_, at) => row(at + 2, text(`XFD${at + 2}`, 'x'))).join('');
const deflated = (parts: ZipPart[]) => parts.map((part) => ({ ...part, deflated: true }));
const texts = { texts: `<si><t>${'Ann '.repeat(50)}</t></si>` };

/** Files with one fault each. */
const files: readonly File[] = [
  [''],
  ['%PDF-1.7'],
  [sheet(head, ann), { limits: { fileBytes: 20 } }],
  [packed.subarray(0, -9)],
  [Buffer.concat([Buffer.from(sheet('Name', 'Zoë')), Buffer.from([0xe9, 0x0a])])],
  [Buffer.from('Name\nOnd\u00f8ej\n', 'latin1')],
  [utf16.subarray(0, -1)],
  ['Name\nAnn\0'],
  [Buffer.concat([Buffer.from(sheet('Name', 'Zoë')), Buffer.from([0xe9, 0x0a])]), everyRow],
  ['Name\nAnn\0', everyRow],
  [await corpus('only-hidden-data')],
  [await corpus('wrong-checksum')],
  [await corpus('two-sheets-with-data')],
  [await corpus('two-sheets-with-data'), { sheetName: 'Clients' }],
  [workbook({ sheets: Array.from({ length: 201 }, () => ({ rows: names(1, 'A') })) })],
  [await corpus('encrypted-part')],
  [await corpus('formula-without-result')],
  [oneSheet(names(1, 'A')), { limits: { unpackedBytes: 500 } }],
  [await corpus('zip-bomb')],
  [oneSheet(names(1, 'A'), texts), { limits: { sharedTextBytes: 100 } }],
  [oneSheet(names(1, 'A') + shared(100), texts), { limits: { unpackedBytes: 10_000 } }],
  [oneSheet(names(1, 'A') + far, { change: deflated }), { headerRow: 1 }],
  [sheet(head, ann, 'Ben,"ben@example.com,Rome', ann)],
  [sheet(head, ann, '"Ben" Jr,ben@example.com,Rome', ann)],
  [sheet(head, ann, 'Ben,ben@example.com,Rome\rEva,eva@example.com,Bonn')],
  [sheet(head, ann, 'Ben;ben@example.com;Rome', ann), everyRow],
  [await corpus('decimal-commas-stray-quote.csv', 'text')],
  [await corpus('escapes-or-texts.tsv', 'text')],
  [sheet('Name  E-mail Town', 'Ann   a@b.co Oslo'), { widths: [6, 7] }],
  ['[{"name":"Ann"}]'],
  ['{"name":"Ann"}\n{"name":\n'],
  ['{"name":"Ann","phones":["0151"]}'],
  ['{"name":"Ann","name":"Ben"}'],
  [`${'{"name":"Ann"}\n'.repeat(1000)}{"name":"Ben","town":"Rome"}\n`],
  [sheet(head, `Ann,"${'x\n'.repeat(200)}`), { limits: { blockBytes: 16, rowCharacters: 100 } }],
  [sheet('Ann,ann@example.com,3', 'Bob,bob@example.com,4', 'Cid,cid@example.com,5')],
  [sheet(head, ann), { headerRow: 7 }],
  [sheet(head, ...Array.from({ length: 10_001 }, () => [ann, head]).flat())],
  [sheet(head, ann, ben, ann, 'Total,,7')],
  [sheet(head, ann, ben, 'Total,,7', ann)],
  [sheet(head, ann, ben, '', 'Role,Since', 'Nurse,2020', 'Clerk,2021')],
  [sheet(head, 'North', ann, ben, 'South', ann, ben)],
  [sheet('Name,Amount,,Town,Mayor', 'Ann,3,,Oslo,Eve', 'Bob,4', 'Cid,5')],
  [sheet('Name', 'Ann', 'Ben'), { limits: { rows: 2 } }],
  [sheet(head, ann), { limits: { columns: 2 } }],
  [
    `${JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, 1])))}\n{"k1":1}\n`,
    { limits: { blankCells: 20 } },
  ],
  [oneSheet(names(1, 'A') + row(2, text('A2', 'x'.repeat(60)))), { limits: { rowCharacters: 50 } }],
  [sheet(head, ann), { limits: { cellCharacters: 10 } }],
];

function corpus(name: string, kind: 'text' | 'xlsx' = 'xlsx'): Promise<Uint8Array> {
  const file = kind === 'xlsx' ? `${name}.xlsx` : name;
  return readFile(new URL(`../../packages/sheets/corpus/${kind}/${file}`, import.meta.url));
}

/** What the reader says of these files. */
export async function errorsOfFiles(): Promise<SheetError[]> {
  const errors: SheetError[] = [];
  for (const [bytes, options] of files) errors.push(await errorOf(bytes, options));
  return errors;
}

async function errorOf(bytes: string | Uint8Array, options: Options = {}): Promise<SheetError> {
  const whole = Buffer.from(bytes);
  const problems: SheetError[] = [];
  const onProblem = options.onProblem && ((problem: SheetError) => void problems.push(problem));
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield whole;
  }
  try {
    const read = await openSheet(streamSource(whole.length, stream), {
      ...options,
      onProblem,
    });
    for await (const _ of read.rows);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    problems.push(error);
  }
  const [problem] = problems;
  if (problem === undefined) throw new Error(`Nothing is wrong with: ${whole.toString().slice(0, 100)}`);
  return problem;
}
