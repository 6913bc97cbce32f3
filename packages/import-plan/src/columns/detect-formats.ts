import { reasonOf } from '@sluice/contract';
import type { Sheet } from '@sluice/sheets';
import { cellOf } from './cell-of.ts';
import type { Column } from './column.ts';
import type { ColumnFormat } from './column-format.ts';
import { dayOf, isMidnight, parseDate } from '../formats/dates.ts';
import { createEvidence, type Evidence } from '../formats/evidence.ts';
import { readNumber } from '../formats/numbers.ts';
import type { RecordPart } from './match-records.ts';

/**
 * Reads every cell of the columns whose format the single cells do not show, and returns all columns with that format. It is one
 * more reading of the sheet, in constant memory.
 */
export async function detectFormats(sheet: Sheet, columns: readonly Column[]): Promise<readonly Column[]> {
  const detectors = columns.flatMap((column) => detectorOf(column) ?? []);
  for await (const rows of sheet.rows) {
    for (const row of rows) {
      for (const detector of detectors) detector.see(row.number, cellOf(detector.column, row).trim());
    }
  }
  const formats = new Map(detectors.map((detector) => [detector.column, detector.format()]));
  return columns.map((column) => {
    const format = formats.get(column);
    return column.target && format ? { ...column, target: { ...column.target, format } } : column;
  });
}

/** Reads the cells of one column, and finds the format of all of them. */
interface FormatDetector {
  readonly column: Column;
  see(row: number, text: string): void;
  /** The format that every cell needs, or the reason why the cells are refused. */
  format(): ColumnFormat;
}

/** Undefined for a column whose cells are each read alone. */
function detectorOf(column: Column): FormatDetector | undefined {
  const { header, target } = column;
  const format = target?.format;
  if (format === undefined || format.kind === 'any') return undefined;
  const detector = format.kind === 'date' ? dateDetector(format) : numberDetector(format);
  return { column, see: detector.see, format: () => formatOrRefusal(detector, { header, format }) };
}

interface Detector extends Pick<FormatDetector, 'see' | 'format'> {
  /** Why the format is uncertain, in a sentence. */
  doubt(): string | undefined;
}

function formatOrRefusal(
  detector: Detector,
  {
    header,
    format,
  }: { readonly header: string; readonly format: Exclude<ColumnFormat, { readonly kind: 'any' }> },
) {
  const doubt = detector.doubt();
  if (doubt === undefined) return detector.format();
  const { code, key, value } = ways[format.kind];
  const setting = `\`"${key}": { ${JSON.stringify(header).replaceAll('`', "'")}: "${value}" }\``;
  return { ...format, refused: reasonOf(code, { doubt, setting }) };
}

const ways = {
  date: { code: 'unclear_date', key: 'dates', value: 'dmy' },
  number: { code: 'unclear_number', key: 'decimals', value: 'comma' },
} as const;

function dateDetector(stated: ColumnFormat & { readonly kind: 'date' }): Detector {
  // Dates with another separator may come from another source: those with dots prove nothing about those with slashes.
  const signs = new Map<string, Evidence<'dmy' | 'mdy'>>();
  let hasTimes = false;
  const first = (way: 'dmy' | 'mdy') =>
    [...signs.values()].flatMap((evidence) => evidence.first(way) ?? [])[0];

  function see(row: number, text: string): void {
    const written = parseDate(text);
    if (written === undefined) return;
    if (written.time !== undefined && !isMidnight(written)) hasTimes = true;
    if (stated.order !== undefined) return;
    const evidence = signs.get(written.separator) ?? createEvidence('dmy', 'mdy');
    signs.set(written.separator, evidence);
    evidence.see(row, [dayOf(written, 'dmy'), dayOf(written, 'mdy')]);
  }

  function doubt() {
    const [dmy, mdy] = [first('dmy'), first('mdy')];
    if (dmy !== undefined && mdy !== undefined)
      return `Row ${dmy} can only have the day first, and row ${mdy} only the month.`;
    const unclear = [...signs.values()].find(
      (evidence) => evidence.isOpen() && !evidence.first('dmy') && !evidence.first('mdy'),
    );
    return unclear && 'No row shows whether the day or the month comes first.';
  }

  function format(): ColumnFormat {
    const order = stated.order ?? (first('mdy') ? 'mdy' : first('dmy') ? 'dmy' : undefined);
    const midnights = stated.midnights ?? (hasTimes ? 'times' : 'dates');
    return { ...stated, order, midnights, evidenceRow: first('mdy') ?? first('dmy') };
  }
  return { see, doubt, format };
}

function numberDetector(stated: ColumnFormat & { readonly kind: 'number' }): Detector {
  const evidence = createEvidence('comma', 'point');
  const [comma, point] = [() => evidence.first('comma'), () => evidence.first('point')];

  function doubt() {
    if (stated.decimals !== undefined) return undefined;
    if (comma() !== undefined && point() !== undefined)
      return `Row ${comma()} can only have a decimal comma, and row ${point()} only a decimal point.`;
    if (comma() !== undefined || point() !== undefined || !evidence.isOpen()) return undefined;
    return 'No row shows whether a comma or a point starts the decimals.';
  }

  return {
    see: (row, text) => evidence.see(row, [readNumber(text, 'comma'), readNumber(text, 'point')]),
    format: () => {
      const decimals = stated.decimals ?? (comma() ? 'comma' : point() ? 'point' : undefined);
      return { ...stated, decimals, evidenceRow: stated.decimals ? undefined : (comma() ?? point()) };
    },
    doubt,
  };
}

/** The same parts with the formats of their cells, in one reading of the sheet. */
export async function formatsOfRecords(sheet: Sheet, parts: readonly RecordPart[]): Promise<RecordPart[]> {
  const columns = parts.flatMap((part) => part.columns);
  const detected = await detectFormats(sheet, columns);
  const found = new Map(columns.map((column, at) => [column, detected[at] ?? column]));
  return parts.map((part) => ({
    ...part,
    columns: part.columns.map((column) => found.get(column) ?? column),
  }));
}
