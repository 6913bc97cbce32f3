import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { CliError } from './cli-error.ts';

export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** @throws CliError `usage` when it is not a file with something in it */
export async function sourceFile(cwd: string, given: string): Promise<SourceFile> {
  const path = resolve(cwd, given);
  const facts = await stat(path).catch((error: unknown) => {
    throw new CliError(
      'usage',
      `${given}: there is no such file, or it may not be read. Expected a spreadsheet as CSV.`,
      {
        cause: error,
      },
    );
  });
  if (!facts.isFile()) throw new CliError('usage', `${given} is not a file. Expected a spreadsheet as CSV.`);
  if (facts.size === 0)
    throw new CliError('usage', `${given} is empty. Expected a header row and rows below it.`);
  return { path, name: basename(path), bytes: facts.size };
}
