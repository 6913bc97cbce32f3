import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CliError } from '../cli-error.ts';
import type { Services } from '../io/services.ts';
import { printable } from '@sluice/mail/words';

import { checkResultFile } from './run-files.ts';

/** A sheet as it is written: text for CSV, bytes for a workbook. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/** The formats in which sheets for people are written. */
export type WrittenFormat = 'csv' | 'xlsx';

/**
 * The format of a file by its name; CSV for stdout.
 * @throws CliError `usage` for another ending, or if the file cannot be written
 */
export async function formatFor(
  file: string | undefined,
  services: Pick<Services, 'cwd'>,
): Promise<WrittenFormat> {
  if (file === undefined) return 'csv';
  const [, ending] = /\.(csv|xlsx)$/iu.exec(file) ?? [];
  if (ending === undefined)
    throw new CliError('usage', `${printable(file)}: expected the name of a .csv or .xlsx file to write.`);
  await checkResultFile(file, services, 'FILE');
  return ending.toLowerCase() === 'csv' ? 'csv' : 'xlsx';
}

/** Writes a sheet piece by piece, and replaces an existing one. */
export async function saveSheet(file: string, pieces: Pieces, { cwd }: Pick<Services, 'cwd'>): Promise<void> {
  await pipeline(Readable.from(pieces), createWriteStream(resolve(cwd, file)));
}
