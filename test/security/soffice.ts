import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Where LibreOffice is, if this machine has it. */
export const soffice = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'soffice'))
  .find((file) => existsSync(file));

interface CsvImport {
  /** Each of these starts a new cell. */
  readonly separators: string;
  /** The sign that may enclose a cell, or nothing. */
  readonly quote: string;
  /** A folder for the settings of LibreOffice, apart from those of whoever runs this. */
  readonly profile: string;
}

const codesOf = (text: string): string => [...text].map((sign) => sign.codePointAt(0)).join('/');

/**
 * Opens CSV files of one folder, as somebody does who chooses these settings, evaluates them, and resolves to their sheets as XML,
 * by the name of the file. The other settings are those with which most cells become formulas: UTF-8, any kind of value in any
 * column, in quotes too, numbers detected, blanks trimmed.
 */
export async function openedByLibreOffice(
  files: readonly string[],
  { separators, quote, profile }: CsvImport,
): Promise<Record<string, string>> {
  const folder = dirname(files[0] ?? '');
  const argv = [
    ...[`-env:UserInstallation=${pathToFileURL(profile)}`, '--headless', '--norestore'],
    ...['--convert-to', 'fods', '--outdir', folder],
    `--infilter=CSV:${codesOf(separators)},${codesOf(quote)},76,1,,0,false,true,false,false,true`,
  ];
  await promisify(execFile)(soffice ?? '', [...argv, ...files], { timeout: 60_000 });
  const sheets = files.map(async (file) => {
    const name = basename(file, '.csv');
    const sheet = join(folder, `${name}.fods`);
    const xml = await readFile(sheet, 'utf8');
    await rm(sheet);
    return [name, xml] as const;
  });
  return Object.fromEntries(await Promise.all(sheets));
}
