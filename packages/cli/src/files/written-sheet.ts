import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';

/** A sheet as it is written: text for CSV, bytes for a workbook. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/** The formats in which sheets for people are written. */
export type WrittenFormat = 'csv' | 'xlsx';

/** The format of a file by its name; CSV for stdout. @throws CliError `usage` for another ending */
export function formatFor(file: string | undefined): WrittenFormat {
  if (file === undefined) return 'csv';
  const [, ending] = /\.(csv|xlsx)$/iu.exec(file) ?? [];
  if (ending === undefined)
    throw new CliError('usage', `${printable(file)}: expected the name of a .csv or .xlsx file to write.`);
  return ending.toLowerCase() === 'csv' ? 'csv' : 'xlsx';
}
