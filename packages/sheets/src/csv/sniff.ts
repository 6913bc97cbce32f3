import type { SheetError } from '../model/sheet-error.ts';
import type { Delimiter, SheetOptions, UsualDelimiter } from '../model/sheet.ts';
import { isBlankRow } from '../table/blank-row.ts';
import { delimiterDoubt } from './delimiter-doubt.ts';
import { databaseNote, escapesIn, unclearEscapes } from './database-escapes.ts';
import { delimiters, type Dialect } from './dialect.ts';
import { kindOf } from '../table/cell-kind.ts';
import { isNames, type HeaderFound } from '../table/find-header.ts';
import type { Preview } from '../table/preview.ts';
import { newlineOf } from './line-ends.ts';
import {
  columnsOf,
  readAs,
  sampledRows,
  type DelimitedDialect,
  type Reading,
  type Sample,
} from './reading.ts';
import { quotesAround, quotesNote, withoutQuotes, type TypographicQuotes } from './typographic-quotes.ts';
import { variants } from './variants.ts';

/** Frequent in texts, so they only count if nothing else fits. */
const rareDelimiters = ['^', '~', ':', ' '] as const;

const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a bar',
  '^': 'a caret',
  '~': 'a tilde',
  ':': 'a colon',
  ' ': 'a space',
};

export interface Sniffed {
  readonly dialect: DelimitedDialect;
  /** Undefined if the first block has no complete row. */
  readonly header: HeaderFound | undefined;
  readonly preview: Preview;
  /** Around every name of the columns, and so perhaps around cells. */
  readonly quotes: TypographicQuotes | undefined;
  readonly notes: readonly string[];
  /** Why the dialect is not certain. */
  readonly doubt?: SheetError | undefined;
}

export type StatedDialect = Pick<SheetOptions, 'delimiter' | 'escapes'>;

/** Detects the dialect from the first block: the same for the same bytes, in any chunks. */
export function sniff(sample: Sample, { delimiter, escapes }: StatedDialect = {}): Sniffed {
  const chosen = choose(sample, delimiter);
  const escaped = escapes === 'none' ? undefined : escapesOf(chosen.reading, sample, escapes);
  const { reading, notes } = typeof escaped === 'object' ? escaped : chosen;
  const { dialect, header, rows } = reading;
  const quotes = quotesAround(rows[(header?.row ?? 1) - 1] ?? [], dialect.delimiter);
  const numbered = rows.map((cells, index) => ({
    number: index + 1,
    cells: quotes === undefined ? cells : withoutQuotes(cells, quotes),
  }));
  const preview = {
    rows: numbered.filter(({ cells }) => !isBlankRow(cells)),
    whole: sample.whole && rows.length < sampledRows,
    short: false,
  };
  const doubt =
    escaped === 'possible'
      ? unclearEscapes(firstBackslash(rows))
      : delimiter === undefined
        ? delimiterDoubt(reading, (other) => isSound(readAs({ ...dialect, delimiter: other }, sample)))
        : undefined;
  return {
    dialect,
    header,
    preview,
    quotes,
    notes: quotes === undefined ? notes : [...notes, quotesNote],
    doubt,
  };
}

/** The reading with escapes as databases write them, between tabs; or that they are possible. */
function escapesOf(
  best: Reading,
  sample: Sample,
  stated: 'database' | undefined,
): Chosen | 'possible' | undefined {
  const { delimiter } = best.dialect;
  if (delimiter !== '\t' && stated === undefined) return undefined;
  const found = stated === undefined ? escapesIn(sample.text) : 'certain';
  if (found !== 'certain') return found;
  const reading = readAs({ ...best.dialect, escape: 'database' }, sample);
  return reading.wide < best.wide ? undefined : { reading, notes: [databaseNote] };
}

const isSound = ({ faulty, share }: Reading): boolean => !faulty && share === 1;

function firstBackslash(rows: Reading['rows']): number {
  return rows.findIndex((cells) => cells.some((cell) => cell.includes('\\'))) + 1;
}

interface Chosen {
  readonly reading: Reading;
  readonly notes: readonly string[];
}

function choose(sample: Sample, stated: UsualDelimiter | undefined): Chosen {
  const newline = newlineOf(sample.text);
  const plain: Omit<Dialect, 'delimiter'> = { newline, quote: '"', escape: 'doubled', spaced: false };
  const candidates = stated === undefined ? delimiters : [stated];
  const readings = candidates.map((delimiter) => readAs({ ...plain, delimiter }, sample));
  const best = bestOf(readings, stated);
  const other =
    best.faulty || best.share < 1 || hasLayout(best) ? otherDialect(best, sample, candidates) : undefined;
  if (other !== undefined) return { reading: other.reading, notes: [other.note] };
  const rare = stated === undefined && columnsOf(best) < 2 ? rareReading(best, sample) : undefined;
  if (rare !== undefined) return { reading: rare, notes: [rareNote(rare)] };
  const single = stated === undefined ? oneColumn(best, sample) : undefined;
  if (single !== undefined) return { reading: single, notes: [oneColumnNote] };
  const rivals = stated === undefined ? readings.filter((reading) => isRival(reading, best)) : [];
  return { reading: best, notes: rivals.map((rival) => rivalNote(best, rival)) };
}

/**
 * The delimiter with which most rows are as wide as the header, without a quoted cell cut in two; among equals, the one with more
 * columns. A delimiter must occur in the header. Without one there is a single column, and the delimiter is the comma.
 *
 * A text such as `;"` looks cut in every reading. So a reading with a faulty quote never wins over one in which all rows are equally wide.
 */
function bestOf(readings: readonly Reading[], stated: UsualDelimiter | undefined): Reading {
  const split = readings.filter((reading) => columnsOf(reading) > 1);
  const isAnySound = split.some(({ faulty, wide }) => !faulty && wide === 1);
  let best: Reading | undefined;
  for (const reading of stated === undefined ? split : readings) {
    if (stated !== undefined) return reading;
    if (isAnySound && reading.faulty) continue;
    if (best === undefined || reading.share > best.share) best = reading;
    else if (reading.share === best.share && columnsOf(reading) > columnsOf(best)) best = reading;
  }
  const [comma] = readings;
  if (comma === undefined) throw new Error('no delimiter was tried');
  const found = best ?? comma;
  const rest = found === comma ? readings.filter((reading) => isRicher(reading, comma)) : [];
  return rest[0] ?? found;
}

/**
 * Commas also occur in texts and numbers. Another delimiter wins if it splits all rows as evenly, and the commas left in its cells
 * only separate words or decimals.
 */
function isRicher(reading: Reading, comma: Reading): boolean {
  if (reading === comma || columnsOf(reading) < 2 || reading.share !== comma.share || reading.faulty)
    return false;
  return reading.dialect.delimiter === '\t' || !reading.rows.some((cells) => cells.some(isListed));
}

const isListed = (cell: string): boolean =>
  cell.includes(',') && /,(?! )/.test(cell.replaceAll(/\d,(?=\d)/g, ''));

/**
 * If no usual delimiter makes columns: one that makes the same number in every row, three or more, with a name above each. Spaces
 * also separate words, so they need a quoted cell with a space, or four columns.
 */
function rareReading({ dialect }: Reading, sample: Sample): Reading | undefined {
  return rareDelimiters
    .map((delimiter) => readAs({ ...dialect, delimiter }, sample))
    .find((reading) => {
      const [columns, names] = [columnsOf(reading), reading.rows[(reading.header?.row ?? 1) - 1] ?? []];
      const isSure = !reading.faulty && reading.share === 1 && isNames(names, columns);
      if (!isSure || columns < 3 || reading.rows.length < 3) return false;
      return reading.dialect.delimiter !== ' ' || columns > 3 || hasQuotedSpace(sample.text);
    });
}

/** Whether a line has quotes with a space between them. */
function hasQuotedSpace(text: string): boolean {
  return text
    .split('"')
    .slice(1, -1)
    .some((part) => part.includes(' ') && !part.includes('\n'));
}

const oneColumnNote =
  'The header has one name, and a space follows every comma below it: the commas belong to the texts of one column.';

/** Under a header of one name, commas between words are no delimiters, such as in `Nurse, floor`. */
function oneColumn({ rows, dialect }: Reading, sample: Sample): Reading | undefined {
  const [header = [], ...others] = rows.filter((cells) => !isBlankRow(cells));
  const delimiter = delimiters.find((each) => !sample.text.includes(each));
  if (header.length > 1 || delimiter === undefined || sample.text.includes('"')) return undefined;
  const isText = ([first = '', ...rest]: readonly string[]) =>
    kindOf(first) === 'text' && rest.every((cell) => /^ \S/u.test(cell) && kindOf(cell) === 'text');
  const isSingle = others.every(isText) && others.some(({ length }) => length > 1);
  return isSingle ? readAs({ ...dialect, delimiter }, sample) : undefined;
}

function rareNote({ dialect }: Reading): string {
  const name = delimiterNames[dialect.delimiter];
  return `Every row has as many cells if they end with ${name}, and one otherwise: ${name} was taken.`;
}

function isRival(reading: Reading, best: Reading): boolean {
  const same = columnsOf(reading) === columnsOf(best) && reading.share === best.share;
  return reading !== best && columnsOf(reading) > 1 && same && !reading.faulty && reading.rows.length > 1;
}

function rivalNote({ dialect }: Reading, rival: Reading): string {
  const [taken, other] = [delimiterNames[dialect.delimiter], delimiterNames[rival.dialect.delimiter]];
  return `Cells could end with ${taken} or with ${other}: ${taken} was taken. State the delimiter if that is wrong.`;
}

/** Whether cells look as if their quotes were not recognized: `"a", "b"` and `'a','b'`. */
function hasLayout({ rows }: Reading): boolean {
  return rows.some((cells) => cells.some((cell) => /^ +"|^ *'.*'$/s.test(cell)));
}

interface OtherDialect {
  readonly reading: Reading;
  readonly note: string;
}

/** Another dialect is certain if all rows are correct in it, but not without it. */
function otherDialect(
  best: Reading,
  sample: Sample,
  candidates: readonly UsualDelimiter[],
): OtherDialect | undefined {
  for (const { change, sign, note } of variants) {
    if (!sign.test(sample.text)) continue;
    for (const delimiter of candidates) {
      const reading = readAs({ ...best.dialect, ...change, delimiter }, sample);
      if (isCertain(reading, best, sample)) return { reading, note };
    }
  }
  return undefined;
}

function isCertain(reading: Reading, best: Reading, { text }: Sample): boolean {
  const { quote, escape, spaced } = reading.dialect;
  if (reading.faulty || columnsOf(reading) < 2 || reading.wide < Math.max(best.wide, 0.9)) return false;
  const better = best.faulty || reading.wide > best.wide;
  if (quote === "'" && !/(?:^|[,;\t|\r\n])"/.test(text)) {
    // All rows are equally wide, which they are not if the apostrophes are characters.
    if (reading.share === 1 && best.wide < 1 && reading.rows.length > 2) return true;
    const names = reading.rows[(reading.header?.row ?? 1) - 1] ?? [];
    return names.every((name) => text.includes(`'${name}'`));
  }
  if (quote === "'") return false;
  if (escape === 'backslash') return better && text.includes('\\"');
  return (
    spaced && (better || !best.rows.some((cells) => cells.some((cell) => /^ +"(?!.*"\s*$)/s.test(cell))))
  );
}
