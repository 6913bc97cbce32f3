import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { CliError } from './cli-error.ts';
import { printable } from './columns.ts';

export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** @throws CliError `usage` when it is not a file with something in it */
export async function sourceFile(
  cwd: string,
  given: string,
  expected = 'a spreadsheet as CSV',
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
  if (facts.size === 0) throw new CliError('usage', `${shown} is empty. Expected ${expected}.`);
  return { path, name: basename(path), bytes: facts.size };
}
