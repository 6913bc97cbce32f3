import { gzipSync } from 'node:zlib';
import type { ConsoleFile } from '../build.ts';

export const textOf = ({ contents }: ConsoleFile): string => new TextDecoder().decode(contents);

/** The file whose name begins so. @throws Error */
export function named(files: readonly ConsoleFile[], start: string): ConsoleFile {
  const file = files.find(({ name }) => name.startsWith(start));
  if (file === undefined) throw new Error(`no file ${start}`);
  return file;
}

/** What a browser fetches before the page is shown. What it imports later is not loaded at first. */
export const firstLoad = (files: readonly ConsoleFile[]): ConsoleFile[] => [
  ...withImports(files, named(files, 'main-')),
  named(files, 'index.html'),
  named(files, 'styles-'),
];

/** What a browser fetches to read a file. */
export function workerLoad(files: readonly ConsoleFile[]): ConsoleFile[] {
  const worker = named(files, 'worker-');
  const loaded = withImports(files, worker);
  for (const [, name = ''] of textOf(worker).matchAll(/import\("\.\/([^"]+)"\)/gu))
    withImports(files, named(files, name), loaded);
  return [...loaded];
}

/** A file with all that it imports before it runs. */
function withImports(
  files: readonly ConsoleFile[],
  file: ConsoleFile,
  found = new Set<ConsoleFile>(),
): Set<ConsoleFile> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name = ''] of textOf(file).matchAll(/(?:from|import)"\.\/([^"]+)"/gu))
    withImports(files, named(files, name), found);
  return found;
}

/** In bytes. */
export const gzipped = (files: readonly ConsoleFile[]): number =>
  files.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
