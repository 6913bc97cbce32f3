import type { Sheet, SheetRow } from '@sluice/sheets';
import { cellOf, writtenAt } from '../columns/cell-of.ts';
import type { Column } from '../columns/column.ts';
import { rowsText } from '../formats/evidence.ts';
import { createSample } from '../model/sample.ts';
import { rowsHave, type PlanWarning } from '../model/warning.ts';

/** A number has as many digits at least; `110` is one. */
const fewestDigits = 3;
/** A remark has as many letters at least; `n/a` and `ext` are none. */
const fewestLetters = 4;
/** With its area a number has as many digits. */
const whole = { least: 6, most: 20 };
/** How many numbers begin with 0 where others seem to have lost it: of ten one, and never less than two. */
const isUsual = (withZero: number, without: number): boolean => withZero >= 2 && withZero * 9 >= without;
/** In North America no number begins with 0. */
const northAmerican = /^1?[2-9]\d{2}[2-9]\d{6}$/u;

/** Watches the columns of phones for what is no number, and for numbers that may have lost their zero. Constant memory. */
export function watchPhones(columns: readonly Column[]) {
  const watches = columns
    .filter(({ target }) => target?.spec.type === 'phone')
    .map((column) => ({ column, watch: watchColumn(column) }));
  const weightOfNext = createSample();
  let isEstimate = false;
  return {
    see: (row: SheetRow): void => {
      const weight = watches.length === 0 ? 0 : weightOfNext();
      if (weight === 0) return;
      isEstimate ||= weight > 1;
      for (const { column, watch } of watches)
        watch.see(cellOf(column, row).trim(), { row: row.number, weight });
    },
    warnings: (): PlanWarning[] => watches.flatMap(({ watch }) => watch.warnings(isEstimate)),
    notes: (sheet: Pick<Sheet, 'storesNumbers'>): string[] =>
      watches.flatMap(({ column, watch }) => {
        const at = writtenAt(column);
        return at !== undefined && sheet.storesNumbers?.(at) === true ? watch.notes() : [];
      }),
  };
}

interface Place {
  readonly row: number;
  readonly weight: number;
}

function watchColumn({ header }: Pick<Column, 'header'>) {
  const remarks = countRows();
  const withZero = { rows: 0, shortest: Infinity, longest: 0 };
  /** Only digits, and no zero in front: by their length. */
  const bare = Array.from({ length: whole.most + 1 }, countRows);
  let isElsewhere = false;

  function see(cell: string, place: Place): void {
    const { digits, letters } = countsIn(cell);
    if (digits < fewestDigits) {
      if (letters >= fewestLetters || (letters === 0 && digits > 0)) remarks.see(place);
    } else if (/^\(?0[^0]/u.test(cell)) {
      withZero.rows += place.weight;
      withZero.shortest = Math.min(withZero.shortest, digits);
      withZero.longest = Math.max(withZero.longest, digits);
    } else if (digits === cell.length && digits >= whole.least && !cell.startsWith('0')) {
      bare[digits]?.see(place);
      isElsewhere ||= !northAmerican.test(cell);
    }
  }

  /** The numbers that would be as long as those with a zero if they had one. */
  function withoutZero(): Rows | undefined {
    const fitting = bare.filter((_, length) => length + 1 >= withZero.shortest && length < withZero.longest);
    const rows = sumOf(fitting);
    if (rows === 0 || !isUsual(withZero.rows, rows)) return undefined;
    const firstRows = fitting.flatMap((one) => one.firstRows).toSorted((a, b) => a - b);
    return { rows, firstRows: firstRows.slice(0, rowsKept) };
  }

  return {
    see,
    warnings: (isEstimate: boolean): PlanWarning[] => {
      const remark = `a text in "${header}" that is no phone number`;
      const lost = `a number in "${header}" without the 0 with which others begin`;
      return [
        ...warning('oddPhone', remarks, { isEstimate, what: remark, so: '. It is imported as it is.' }),
        ...warning('lostZero', withoutZero(), {
          isEstimate,
          what: lost,
          so: ': a spreadsheet program may have removed it.',
        }),
      ];
    },
    notes: (): string[] =>
      sumOf(bare) === 0 || !isElsewhere || withoutZero() !== undefined
        ? []
        : [
            `The workbook stores phones in "${header}" as numbers, and numbers have no 0 in front. If one is missing, format the column as text, and enter them again.`,
          ],
  };
}

const rowsKept = 3;

interface Rows {
  readonly rows: number;
  readonly firstRows: readonly number[];
}

function countRows() {
  const firstRows: number[] = [];
  const counted = { rows: 0, firstRows, see };
  function see({ row, weight }: Place): void {
    counted.rows += weight;
    if (firstRows.length < rowsKept) firstRows.push(row);
  }
  return counted;
}

const sumOf = (counts: readonly Rows[]): number => counts.reduce((sum, { rows }) => sum + rows, 0);

const placesOf = ({ rows, firstRows }: Rows): string =>
  rowsText(firstRows, Math.max(0, rows - firstRows.length));

interface Says {
  readonly isEstimate: boolean;
  readonly what: string;
  readonly so: string;
}

function warning(
  kind: PlanWarning['kind'],
  found: Rows | undefined,
  { isEstimate, what, so }: Says,
): PlanWarning[] {
  if (found === undefined || found.rows === 0) return [];
  return [
    { kind, rows: found.rows, text: `${rowsHave(found.rows, isEstimate)} ${what} (${placesOf(found)})${so}` },
  ];
}

const [digitBeyondAscii, letterBeyondAscii] = [/\p{Nd}/u, /\p{L}/u];

function countsIn(cell: string): { digits: number; letters: number } {
  let [digits, letters] = [0, 0];
  for (let at = 0; at < cell.length; at += 1) {
    const unit = cell.charCodeAt(at);
    if (unit >= 48 && unit <= 57) digits += 1;
    else if ((unit | 0x20) >= 97 && (unit | 0x20) <= 122) letters += 1;
    else if (unit < 0x80) continue;
    else if (digitBeyondAscii.test(cell.charAt(at))) digits += 1;
    else if (letterBeyondAscii.test(cell.charAt(at))) letters += 1;
  }
  return { digits, letters };
}
