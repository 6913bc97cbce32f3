import { readingSetting } from '../model/reading-setting.ts';
import { SheetError } from '../model/sheet-error.ts';
import { isBlankRow } from '../table/blank-row.ts';
import type { UsualDelimiter } from '../model/sheet.ts';
import { delimiters, type Dialect } from './dialect.ts';

interface Taken {
  readonly dialect: Dialect;
  readonly header: { readonly columns: number } | undefined;
  readonly rows: readonly (readonly string[])[];
}

/**
 * Another delimiter that is in most rows as often, and in the first one, would make more columns: one damaged row can make another
 * delimiter look better.
 */
export function delimiterDoubt(
  { dialect, header, rows }: Taken,
  isSound: (delimiter: UsualDelimiter) => boolean,
): SheetError | undefined {
  const filled = rows.filter((cells) => !isBlankRow(cells)).map((cells) => cells.join(''));
  const least = Math.max(2, header?.columns ?? 0);
  const other = delimiters.find((delimiter) => {
    const [first = 0, ...counts] = filled.map((text) => text.split(delimiter).length - 1);
    if (delimiter === dialect.delimiter || first < least) return false;
    // If it splits every row, it was left aside for a better reason.
    if (counts.every((count) => count === first) && isSound(delimiter)) return false;
    const alike = Map.groupBy(counts, (count) => count);
    return [...alike].some(
      ([count, each]) => count >= least && first >= count && each.length * 3 >= counts.length * 2,
    );
  });
  return other && unclearDelimiter(dialect.delimiter, other);
}

function unclearDelimiter(taken: string, other: string): SheetError {
  return new SheetError({
    code: 'unclear_delimiter',
    one: readingSetting({ delimiter: other }),
    other: readingSetting({ delimiter: taken }),
  });
}
