/** What becomes of a row of a mixed sheet. */
export const kinds = ['new', 'changed', 'unchanged', 'wrong', 'twin'] as const;
export type Kind = (typeof kinds)[number];

/** Of 100 rows. A twin has the very bytes of the last new row before it. */
const shares: Readonly<Record<Kind, number>> = { new: 60, changed: 20, unchanged: 15, wrong: 4, twin: 1 };

const pattern: readonly Kind[] = kinds.flatMap((kind) => Array.from({ length: shares[kind] }, () => kind));
/** Prime to 100, so that rows of one kind are spread over the sheet, which begins with a new one. */
const stride = 61;

const kindOf = (row: number): Kind => pattern[((row - 1) * stride) % pattern.length] ?? 'new';

export const people = { domain: 'mixed.example', newPhone: '0171' };
const { domain, newPhone } = people;

const header = 'Name,E-mail,Cell Phone,Username,Lang Code';

function line(row: number, phone: string, email = `person-${digits(row)}@${domain}`): string {
  return `"Müller, Zoë ${digits(row)}",${email},${phone},mixed-${digits(row)},de`;
}

const digits = (row: number): string => String(row).padStart(7, '0');
const before = (row: number) => line(row, `0170 ${digits(row)}`);

const lineOf: Readonly<Record<Kind, (row: number, newRow: number) => string>> = {
  new: before,
  changed: (row) => line(row, `${newPhone} ${digits(row)}`),
  unchanged: before,
  wrong: (row) => line(row, `0170 ${digits(row)}`, `person-${digits(row)} at ${domain}`),
  twin: (_row, newRow) => before(newRow),
};

export interface MixedSheets {
  /** The people whom the site has before. */
  readonly earlier: string;
  readonly mixed: string;
  readonly made: Readonly<Record<Kind, number>>;
}

/** A sheet of so many rows, and one with those of its people that are there before. The same number gives the same texts. */
export function mixedSheets(rows: number): MixedSheets {
  const made: Record<Kind, number> = { new: 0, changed: 0, unchanged: 0, wrong: 0, twin: 0 };
  const [earlier, mixed] = [[header], [header]];
  let newRow = 0;
  for (let row = 1; row <= rows; row += 1) {
    const kind = kindOf(row);
    made[kind] += 1;
    if (kind === 'new') newRow = row;
    if (kind === 'changed' || kind === 'unchanged') earlier.push(before(row));
    mixed.push(lineOf[kind](row, newRow));
  }
  return { earlier: textOf(earlier), mixed: textOf(mixed), made };
}

const textOf = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
