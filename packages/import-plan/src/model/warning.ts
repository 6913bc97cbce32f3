/** A sign of a mistake in rows that are each right. It stops nothing by itself; a guard rail may count its rows. */
export interface PlanWarning {
  readonly kind: 'sameName' | 'sharedPhone' | 'oddPhone' | 'lostZero' | 'blankColumn';
  /** A sentence without a cell value. */
  readonly text: string;
  /** How many rows it is about; an estimate in a long sheet. */
  readonly rows: number;
}

/** `1 row has`, or `About 1,234 rows have`. */
export function rowsHave(rows: number, isEstimate: boolean): string {
  const count = `${isEstimate ? 'About ' : ''}${inThousands(rows)}`;
  return rows === 1 ? `${count} row has` : `${count} rows have`;
}

/** `1,234`. The first number that Intl writes takes 20 ms and 10 MB. */
function inThousands(count: number): string {
  const digits = String(count);
  return Array.from(digits, (digit, at) => {
    const left = digits.length - at;
    return at > 0 && left % 3 === 0 ? `,${digit}` : digit;
  }).join('');
}
