import { readingSetting } from '../model/reading-setting.ts';
import { SheetError } from '../model/sheet-error.ts';

const blank = '\\N';
const blankCell = /(?:^|[\t\n])\\N(?=[\t\r\n]|$)/u;
const escaped = /\\([bfnrtv\\])/gu;
const characters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Whether every backslash of a text escapes something. Blanks show that it does; without any, the text may mean itself: `C:\new`. */
export function escapesIn(text: string): 'certain' | 'possible' | undefined {
  if (!text.includes('\\') || /\\(?:[^bfnrtv\\N]|$)/u.test(text.replaceAll('\\\\', ''))) return undefined;
  if (blankCell.test(text)) return 'certain';
  return /\\[nrt\\]/u.test(text) ? 'possible' : undefined;
}

export function unescapeCells(cells: string[]): void {
  for (const [at, cell] of cells.entries()) {
    if (!cell.includes('\\')) continue;
    cells[at] = cell === blank ? '' : cell.replaceAll(escaped, (_, sign: string) => characters[sign] ?? sign);
  }
}

export const databaseNote =
  'Cells are escaped as databases do: \\N was read as a blank cell, \\t as a tab and \\n as a line break.';

export function unclearEscapes(row: number): SheetError {
  return new SheetError({
    code: 'unclear_escapes',
    escapes: readingSetting({ escapes: 'database' }),
    plain: readingSetting({ escapes: 'none' }),
    row,
  });
}
