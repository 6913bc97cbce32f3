import type { Delimiter, UsualDelimiter } from '../sheet.ts';
import { isBlankRow } from '../table/blank-row.ts';
import { delimiters, type Dialect } from './dialect.ts';
import { findHeader, isNames, type HeaderFound } from '../table/find-header.ts';
import { tokenizer } from './tokenize.ts';

/** They are so frequent in texts that they only count where nothing else fits. */
const rareDelimiters = ['^', '~', ':', ' '] as const;

export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a bar',
  '^': 'a caret',
  '~': 'a tilde',
  ':': 'a colon',
  ' ': 'a space',
};

/** How many rows a delimiter is judged by. */
const judgedRows = 1000;

export interface Sample {
  /** The first block of the file as text. */
  readonly text: string;
  /** Whether that is the whole file. */
  readonly whole: boolean;
}

export interface Sniffed {
  readonly dialect: Dialect & { readonly delimiter: Delimiter };
  /** Undefined where no row is whole within the first block. */
  readonly header: HeaderFound | undefined;
  readonly notes: readonly string[];
}

interface Reading extends Omit<Sniffed, 'notes'> {
  /** Of the rows, how many are as wide as the header; 0 to 1. */
  readonly wide: number;
  /** And not cut within quotes. */
  readonly share: number;
  readonly faulty: boolean;
  readonly rows: readonly (readonly string[])[];
}

/** What the first block says about the rest: the same for the same bytes, however they came. */
export function sniff(sample: Sample, stated?: UsualDelimiter): Sniffed {
  const newline = sniffNewline(sample.text);
  const plain: Omit<Dialect, 'delimiter'> = { newline, quote: '"', escape: 'doubled', spaced: false };
  const candidates = stated === undefined ? delimiters : [stated];
  const readings = candidates.map((delimiter) => readAs({ ...plain, delimiter }, sample));
  const best = bestOf(readings, stated);
  const other =
    best.faulty || best.share < 1 || hasLayout(best) ? otherDialect(best, sample, candidates) : undefined;
  if (other !== undefined) return { ...other.reading, notes: [other.note] };
  const rare = stated === undefined && columnsOf(best) < 2 ? rareReading(best, sample) : undefined;
  if (rare !== undefined) return { ...rare, notes: [rareNote(rare)] };
  const rivals = stated === undefined ? readings.filter((reading) => isRival(reading, best)) : [];
  return { ...best, notes: rivals.map((rival) => rivalNote(best, rival)) };
}

/** `\r` only where no line feed is outside of quotes, as old Macs wrote. */
function sniffNewline(text: string): '\n' | '\r' {
  let quoted = false;
  let returns = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '\n') return '\n';
    else if (char === '\r') returns = true;
  }
  return returns ? '\r' : '\n';
}

function readAs(dialect: Sniffed['dialect'], { text, whole: last }: Sample): Reading {
  const { rows, fault } = tokenizer(dialect)(text, last);
  const judged = rows.slice(0, judgedRows);
  const header = findHeader(judged);
  const filled = judged.filter((row) => !isBlankRow(row));
  const wide = filled.filter((row) => row.length === header?.columns);
  const whole = wide.filter((row) => !row.some(isCut));
  const of = Math.max(1, filled.length);
  return {
    dialect,
    header,
    wide: wide.length / of,
    share: whole.length / of,
    faulty: fault !== undefined,
    rows: judged,
  };
}

/**
 * The delimiter under which most rows are as wide as the header, with no quoted cell cut in two; of several, the one that
 * makes more columns. One that the header does not hold is none. Without any there is one column, and the comma stands for it.
 */
function bestOf(readings: readonly Reading[], stated: UsualDelimiter | undefined): Reading {
  let best: Reading | undefined;
  for (const reading of readings) {
    if (stated !== undefined) return reading;
    if (columnsOf(reading) < 2) continue;
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
 * Commas stand in texts and numbers, too: where another sign parts all rows as evenly, and none of the commas left in its
 * cells parts more than a word or decimals, it is the one.
 */
function isRicher(reading: Reading, comma: Reading): boolean {
  if (reading === comma || columnsOf(reading) < 2 || reading.share !== comma.share || reading.faulty)
    return false;
  return reading.dialect.delimiter === '\t' || !reading.rows.some((cells) => cells.some(isListed));
}

const isListed = (cell: string): boolean =>
  cell.includes(',') && /,(?! )/.test(cell.replaceAll(/\d,(?=\d)/g, ''));

/**
 * Where no usual delimiter makes columns: one that makes as many in every row, three or more, with a name above each. Spaces
 * part words, too: they need quotes that hold some, or four columns.
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

function rareNote({ dialect }: Reading): string {
  const name = delimiterNames[dialect.delimiter];
  return `Every row has as many cells if they end with ${name}, and one otherwise: ${name} was taken.`;
}

const columnsOf = ({ header }: Reading): number => header?.columns ?? 0;

/** A wrong delimiter leaves one quote in each part of a quoted cell. */
function isCut(cell: string): boolean {
  return cell.includes('"') && cell.split('"').length % 2 === 0;
}

function isRival(reading: Reading, best: Reading): boolean {
  const same = columnsOf(reading) === columnsOf(best) && reading.share === best.share;
  return reading !== best && columnsOf(reading) > 1 && same && !reading.faulty && reading.rows.length > 1;
}

function rivalNote({ dialect }: Reading, rival: Reading): string {
  const [taken, other] = [delimiterNames[dialect.delimiter], delimiterNames[rival.dialect.delimiter]];
  return `Cells could end with ${taken} or with ${other}: ${taken} was taken. State the delimiter if that is wrong.`;
}

/** Cells that look as if their quotes were not read: `"a", "b"` and `'a','b'`. */
function hasLayout({ rows }: Reading): boolean {
  return rows.some((cells) => cells.some((cell) => /^ +"|^ *'.*'$/s.test(cell)));
}

interface OtherDialect {
  readonly reading: Reading;
  readonly note: string;
}

interface Variant {
  readonly change: Partial<Dialect>;
  /** What a text must have for it. */
  readonly sign: RegExp;
  readonly note: string;
}

const singleNote = "Cells in single quotes ('…') were read without them.";

const variants: readonly Variant[] = [
  {
    change: { spaced: true },
    sign: /[,;\t|] +"/,
    note: 'Spaces before opening quotes were taken for layout.',
  },
  {
    change: { escape: 'backslash' },
    sign: /\\"/,
    note: 'A backslash before a quote or another backslash was taken for an escape: \\" is a quote within a cell.',
  },
  { change: { quote: "'" }, sign: /(?:^|[,;\t|\r\n])'/, note: singleNote },
  { change: { spaced: true, quote: "'" }, sign: /[,;\t|] +'/, note: singleNote },
];

/** Another dialect is certain when all rows are sound in it, which they are not without it. */
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
    // All rows are as wide so, which they are not with apostrophes as letters.
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
