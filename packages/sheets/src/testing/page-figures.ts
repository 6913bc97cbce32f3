import type { Page } from '../model/encodings.ts';
import { encoder } from './encode.ts';
import { otherNames } from './other-names.ts';
import { westernNames } from './western-names.ts';
import { outcomeOf, sourceOf } from './sheets.ts';

const western = ['de', 'fr', 'es', 'pt', 'it', 'da', 'sv', 'fi', 'is', 'nl', 'ca', 'et'];

/** The languages that are written in each page, and another page in which a row of such a file may be. */
const written: Partial<Record<Page, readonly [other: Page, ...languages: string[]]>> = {
  'windows-1252': ['cp850', ...western],
  'iso-8859-15': ['cp850', 'fr', 'fi', 'et'],
  macintosh: ['windows-1252', 'de', 'fr', 'es', 'pt', 'it', 'sv', 'da'],
  cp437: ['windows-1252', 'de', 'es', 'fr', 'sv'],
  cp850: ['windows-1252', ...western],
  'windows-1250': ['cp852', 'pl', 'cs', 'hu', 'ro', 'hr'],
  'iso-8859-2': ['cp852', 'pl', 'cs', 'hu', 'hr'],
  cp852: ['windows-1250', 'pl', 'cs', 'hu', 'hr'],
  'windows-1257': ['windows-1252', 'lt', 'et'],
  'windows-1251': ['koi8-r', 'ru', 'uk'],
  'koi8-r': ['windows-1251', 'ru'],
  ibm866: ['windows-1251', 'ru'],
  'windows-1253': ['windows-1251', 'el'],
  'windows-1254': ['cp850', 'tr'],
  'windows-1255': ['windows-1251', 'he'],
  shift_jis: ['euc-jp', 'ja'],
  'euc-jp': ['shift_jis', 'ja'],
  'euc-kr': ['windows-1252', 'ko'],
  gbk: ['windows-1252', 'zh'],
  big5: ['windows-1252', 'zh-Hant'],
};

export type Verdict = 'right' | 'asked' | 'wrong';
type Figures = Record<Verdict, number>;

export interface Judged {
  readonly page: Page;
  readonly language: string;
  /** Files of some rows, one of all, and damaged ones. */
  readonly plain: Figures;
  readonly whole: Verdict;
  readonly damaged: Figures;
  readonly wrong: readonly string[];
}

const rowsOfAll = 200;
const rowsOfOne = 20;

export async function* judgePages(): AsyncGenerator<Judged> {
  for (const [page, [other, ...languages]] of Object.entries(written) as [Page, [Page, ...string[]]][])
    for (const language of languages) yield await judge(page, other, language);
}

async function judge(page: Page, other: Page, language: string): Promise<Judged> {
  const random = randomOf(page.length + language.length);
  const [encode, elsewhere] = [encoder(page), encoder(other)];
  const rows = rowsIn(language, random, (text) => encode(text) !== undefined);
  const [plain, damaged] = [figures(), figures()];
  const wrong: string[] = [];
  const count = async (into: Figures, bytes: Buffer, expected: readonly string[]) => {
    const verdict = await verdictOf(bytes, expected);
    into[verdict] += 1;
    if (verdict === 'wrong') wrong.push(`${page}, ${language}: ${expected.join(' / ')}`);
  };
  for (let at = 0; at < rows.length; at += rowsOfOne) {
    const some = rows.slice(at, at + rowsOfOne);
    const place = random(rowsOfOne);
    await count(plain, bytesOf(some, encode), some);
    await count(
      damaged,
      bytesOf(some, (text) => (text === some[place] ? (elsewhere(text) ?? encode(text)) : encode(text))),
      some,
    );
    const less = some.map((text, index) => (index === place ? withoutOne(text, random) : text));
    await count(damaged, bytesOf(less, encode), less);
  }
  const whole = await verdictOf(bytesOf(rows, encode), rows);
  if (whole === 'wrong') wrong.push(`${page}, ${language}: all`);
  return { page, language, plain, damaged, whole, wrong };
}

const figures = (): Figures => ({ right: 0, asked: 0, wrong: 0 });

const bytesOf = (rows: readonly string[], encode: (text: string) => Buffer | undefined): Buffer =>
  Buffer.concat([
    Buffer.from('Name;Address\n'),
    ...rows.flatMap((text) => [encode(text) ?? Buffer.alloc(0), Buffer.from('\n')]),
  ]);

/** Without one of its characters: in a page of single bytes, a byte. */
function withoutOne(text: string, random: (below: number) => number): string {
  const at = random(text.indexOf(';'));
  return text.slice(0, at) + text.slice(at + 1);
}

async function verdictOf(bytes: Buffer, expected: readonly string[]): Promise<Verdict> {
  const { rows, error } = await outcomeOf(sourceOf(bytes));
  const isRight = rows.every(([number, ...cells]) => cells.join(';') === expected[Number(number) - 2]);
  if (!isRight) return 'wrong';
  return error === undefined && rows.length === expected.length ? 'right' : 'asked';
}

/** Names and addresses, combined by chance. */
function rowsIn(
  language: string,
  random: (below: number) => number,
  isWritten: (text: string) => boolean,
): string[] {
  const names = westernNames[language] ?? otherNames[language];
  if (names === undefined) throw new RangeError(language);
  const one = (list: readonly string[]): string => list[random(list.length)] ?? '';
  const rows: string[] = [];
  while (rows.length < rowsOfAll) {
    const text = `${one(names.given)} ${one(names.family)};${one(names.places).replaceAll(',', '')}`;
    // The old pages have the letters of Romanian with a cedilla.
    const old = text.replaceAll(/[șțȘȚ]/g, (letter) => 'şţŞŢ'.charAt('șțȘȚ'.indexOf(letter)));
    if (isWritten(old)) rows.push(old);
  }
  return rows;
}

/** The same numbers for each seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

const shown = ({ right, asked, wrong }: Figures): string[] => [right, asked, wrong].map(String);

export const pageTable = (judged: readonly Judged[]): string =>
  [
    [
      'encoding',
      'language',
      '20 rows: right',
      'asked',
      'wrong',
      '200 rows',
      'damaged: right',
      'asked',
      'wrong',
    ],
    ['---', '---', '--:', '--:', '--:', '---', '--:', '--:', '--:'],
    ...judged.map(({ page, language, plain, whole, damaged }) => [
      page,
      language,
      ...shown(plain),
      whole,
      ...shown(damaged),
    ]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
