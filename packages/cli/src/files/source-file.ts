import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { isLeftover, type SheetSource } from '@sluice/sheets';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import { printable } from '@sluice/contract/words';

export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** @throws CliError `usage` when there is no such file, or nothing in it */
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
  if (isLeftover(basename(path)))
    throw new CliError(
      'usage',
      `${shown} is a file that a system or an office program leaves in folders. Expected ${expected}.`,
    );
  if (facts.size === 0) throw new CliError('usage', `${shown} is empty. Expected ${expected}.`);
  return { path, name: basename(path), bytes: facts.size };
}

/** How much is read at once: each reading wakes another thread. */
const highWaterMark = 256 * 1024;

/** Its bytes, whole or in parts. */
export function fileSource({ path, bytes }: Pick<SourceFile, 'path' | 'bytes'>): SheetSource {
  return {
    bytes,
    // The end of a file stream is its last byte; the end of a range is the byte after it.
    stream: (range) =>
      createReadStream(path, { highWaterMark, ...(range && { start: range.start, end: range.end - 1 }) }),
  };
}

/** A file to read; `leave` removes it if it is temporary. */
export interface GivenFile extends SourceFile {
  leave(): Promise<void>;
}

/**
 * The file of that name, or stdin for `-`.
 * @throws CliError when there is none, or nothing in it
 */
export async function givenFile(file: string, { cwd, stdin }: Services): Promise<GivenFile> {
  if (file === '-') return spooledFile(stdin, 'stdin');
  return { ...(await sourceFile(cwd, file)), leave: async () => undefined };
}

/** Writes a stream to a temporary file, since some formats are read from their end. */
export async function spooledFile(bytes: AsyncIterable<Uint8Array>, name: string): Promise<GivenFile> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'));
  const leave = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, name), bytes, { mode: 0o600 });
    return { ...(await sourceFile(folder, name)), leave };
  } catch (error) {
    await leave();
    throw error;
  }
}
