import { limitsFor } from '../model/file-budget.ts';
import { sheetLimits, type SheetLimits } from '../model/limits.ts';
import type { SheetOptions } from '../model/sheet.ts';

/** The size of the largest sheet of Excel, and of its longest cell. */
export const mostColumns = 16_384;
export const mostRows = 1_048_576;
export const mostCellCharacters = 32_767;

/** The limits of a workbook of so many bytes. */
export function limitsOf(bytes: number, { limits }: SheetOptions): SheetLimits {
  const all = limitsFor(bytes, { ...sheetLimits, ...limits });
  return { ...all, cellCharacters: Math.min(all.cellCharacters, mostCellCharacters) };
}
