import { fileTypes, type Delimiter, type Encoding, type SheetFacts } from '@sluice/sheets';
import { columnLists } from '../columns/column-lists.ts';
import type { Column } from '../columns/match-columns.ts';

const delimiterNames: Record<Delimiter, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '^': 'caret',
  '~': 'tilde',
  ':': 'colon',
  ' ': 'space',
};

const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
};

/** How the file was read, in one sentence without a cell value. */
export function understood(facts: SheetFacts): string {
  const { compression, headerRow } = facts;
  const packed = compression === undefined ? '' : `, unpacked from ${compression}`;
  const header = headerRow === 0 ? 'the names of the columns in each line' : `the header in row ${headerRow}`;
  return `Read as ${kindOf(facts)}${packed}, with ${header}.`;
}

function kindOf({ format, encoding, delimiter, sheetName }: SheetFacts): string {
  const text = encoding === undefined ? '' : ` in ${encodingNames[encoding]}`;
  const separated = delimiter === undefined ? '' : `, ${delimiterNames[delimiter]}-separated`;
  const sheet = sheetName === undefined ? '' : `, its sheet "${sheetName}"`;
  return `${fileTypes[format].name}${text}${separated}${sheet}`;
}

/** How many left-out rows are named. */
const rowsNamed = 20;

/** What a person should know about how the file was read, in sentences without a cell value. */
export function readingNotes({ notes, skipped }: SheetFacts, columns: readonly Column[]): string[] {
  const named = skipped.slice(0, rowsNamed).map(({ row, why }) => `Row ${row} was left out: ${why}.`);
  const more = skipped.length - named.length;
  const rest = more > 0 ? [`${more} more rows were left out.`] : [];
  return [
    ...ignoredNotes(columns),
    ...notes,
    ...named,
    ...rest,
    ...columns.flatMap((column) => writingNote(column) ?? []),
  ];
}

/** So that nobody misses the values of a column: every mail names what was left out. */
function ignoredNotes(columns: readonly Column[]): string[] {
  const ignored = columns.filter(({ target, mustBeBlank, partOf }) => !target && !mustBeBlank && !partOf);
  return columnLists(
    'Ignored, as the profile says',
    ignored.map(({ header }) => header),
  );
}

function writingNote({ header, target }: Column): string | undefined {
  const format = target?.format;
  if (format?.evidenceRow === undefined) return undefined;
  const way =
    format.kind === 'date'
      ? `dates were read with the ${format.order === 'mdy' ? 'month' : 'day'} first`
      : `numbers were read with a decimal ${format.decimals}`;
  return `Column "${header}": ${way}, as row ${format.evidenceRow} shows.`;
}
