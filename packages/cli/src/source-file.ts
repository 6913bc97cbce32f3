import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { SheetSource } from '@sluice/sheets';
import { CliError } from './cli-error.ts';
import { printable } from './columns.ts';

export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** @throws CliError `usage` when there is no such file, `failed` when there is nothing in it */
export async function sourceFile(
  cwd: string,
  given: string,
  expected = 'a spreadsheet',
): Promise<SourceFile> {
  const shown = printable(given);
  const path = resolve(cwd, given);
  const facts = await stat(path).catch((error: unknown) => {
    throw new CliError(
      'usage',
      `${shown}: there is no such file, or it may not be read. Expected ${expected}.`,
      { cause: error },
    );
  });
  if (!facts.isFile()) throw new CliError('usage', `${shown} is not a file. Expected ${expected}.`);
  if (facts.size === 0) throw new CliError('failed', `${shown} is empty. Expected ${expected}.`);
  return { path, name: basename(path), bytes: facts.size };
}

/** Its bytes, whole or in parts. */
export function fileSource({ path, bytes }: Pick<SourceFile, 'path' | 'bytes'>): SheetSource {
  return {
    bytes,
    // Of a file the last byte is named, not the one behind it.
    stream: (range) => createReadStream(path, range && { start: range.start, end: range.end - 1 }),
  };
}
