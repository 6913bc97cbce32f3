import { encodingName, fileTypes, type Delimiter, type SheetFacts } from '@sluice/sheets';
import { columnLists } from '../columns/column-lists.ts';
import type { Column } from '../columns/column.ts';
import type { StatedFormat } from '../columns/column-format.ts';
import type { RecordPart } from '../columns/match-records.ts';

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

/** How the file was read, in one sentence without a cell value. */
export function understood(facts: SheetFacts): string {
  const { compression } = facts;
  const packed = compression === undefined ? '' : `, unpacked from ${compression}`;
  return `Read as ${kindOf(facts)}${packed}, with ${headerOf(facts)}.`;
}

function headerOf({ format, headerRow, headerRows = 1, headerEvidence }: SheetFacts): string {
  if (format === 'jsonl') return 'the names of the columns in each line';
  if (headerRow === 0) return 'the names of the columns from the profile, and no header';
  const rows = headerRows === 1 ? `row ${headerRow}` : `rows ${headerRow} to ${headerRow + headerRows - 1}`;
  const why = headerEvidence === undefined || headerEvidence === '' ? '' : ` (${headerEvidence})`;
  return `the header in ${rows}${why}`;
}

function kindOf({ format, fixedWidth, encoding, delimiter, sheetName }: SheetFacts): string {
  const text = encoding === undefined ? '' : ` in ${encodingName(encoding)}`;
  const separated = delimiter === undefined ? '' : `, ${delimiterNames[delimiter]}-separated`;
  const sheet = sheetName === undefined ? '' : `, its sheet "${sheetName}"`;
  const name = fixedWidth === undefined ? fileTypes[format].name : 'text of fixed widths';
  return `${name}${text}${separated}${sheet}`;
}

/** How many groups of left-out rows are named for each reason. */
const groupsNamed = 20;

export type RowList = ReturnType<typeof createRowList>;

/** Collects rows in ascending order in constant memory, and names the first of them. */
export function createRowList() {
  const groups: { from: number; to: number }[] = [];
  let rows = 0;
  let more = 0;

  function add(row: number): void {
    rows += 1;
    const last = groups.at(-1);
    if (more === 0 && last?.to === row - 1) last.to = row;
    else if (groups.length < groupsNamed) groups.push({ from: row, to: row });
    else more += 1;
  }

  /** `row 4`, or `rows 1 to 3, 7 and 9`. */
  function text(): string {
    const named = groups.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
    const all = more === 0 ? named : [...named, `${more} more`];
    const [last = '', ...before] = all.toReversed();
    const list = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
    return `${rows === 1 ? 'row' : 'rows'} ${list}`;
  }
  return { add, text };
}

/** All left-out rows in one sentence, by reason. */
function leftOutNote(skipped: SheetFacts['skipped']): string[] {
  if (skipped.length === 0) return [];
  const reasons = [...Map.groupBy(skipped, ({ why }) => why)].map(
    ([why, rows]) => `${why} (${rowList(rows.map(({ row }) => row))})`,
  );
  return [`Left out: ${reasons.join(', ')}.`];
}

function rowList(rows: readonly number[]): string {
  const list = createRowList();
  for (const row of rows) list.add(row);
  return list.text();
}

/** What a person should know about how the file was read, in sentences without a cell value. */
export function readingNotes({ notes, skipped }: SheetFacts, columns: readonly Column[]): string[] {
  return [
    ...ignoredNotes(columns),
    ...notes,
    ...leftOutNote(skipped),
    ...columns.flatMap((column) => writingNote(column) ?? []),
  ];
}

/** So that nobody misses the values of a column: every mail names what was left out. */
function ignoredNotes(columns: readonly Column[]): string[] {
  const ignored = columns.filter(
    ({ target, mustBeBlank, partOf, filters }) => !target && !mustBeBlank && !partOf && !filters,
  );
  return columnLists(
    'Ignored, as the profile says',
    ignored.map(({ header }) => header),
  );
}

function writingNote({ header, target }: Column): string | undefined {
  const format = target?.format;
  if (format?.kind === 'any') return `Column "${header}": ${statedText(format)}, as the profile says.`;
  if (format?.evidenceRow === undefined) return undefined;
  const way =
    format.kind === 'date'
      ? `dates were read with the ${format.order === 'mdy' ? 'month' : 'day'} first`
      : `numbers were read with a decimal ${format.decimals}`;
  return `Column "${header}": ${way}, as row ${format.evidenceRow} shows.`;
}

function statedText({ decimals, order }: StatedFormat): string {
  const numbers = decimals && `numbers are read with a decimal ${decimals}`;
  const dates = order && `dates are read with the ${{ dmy: 'day', mdy: 'month', ymd: 'year' }[order]} first`;
  return [numbers, dates].filter((text) => text !== undefined).join(' and ');
}

/** Settings of fields that nothing in the sheet becomes: they may name a column that is called otherwise. */
export function idleSettingNotes(parts: readonly RecordPart[]): string[] {
  const notes = parts.flatMap(({ settings, columns }) => {
    const given = new Set([
      ...columns.flatMap(({ target }) => target?.field ?? []),
      ...Object.keys(settings.constants),
    ]);
    const { transforms, cleared, dates, decimals } = settings;
    const stated = {
      transforms: transforms.keys(),
      blanks: cleared,
      dates: dates.byField.keys(),
      decimals: decimals.byField.keys(),
    };
    return Object.entries(stated).flatMap(([setting, fields]) =>
      [...fields]
        .filter((field) => !given.has(field))
        .map((field) => `The profile's ${setting} for ${field} do nothing: no column becomes ${field}.`),
    );
  });
  return [...new Set(notes)];
}
