import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from './services.ts';
import { sourceFile, type SourceFile } from './source-file.ts';

/** A file to read, until it is left. */
export interface GivenFile extends SourceFile {
  leave(): Promise<void>;
}

/**
 * The file of that name, or `-` for what comes by stdin.
 * @throws CliError when there is none, or nothing in it
 */
export async function givenFile(file: string, { cwd, stdin }: Services): Promise<GivenFile> {
  if (file === '-') return spooledFile(stdin, 'stdin');
  return { ...(await sourceFile(cwd, file)), leave: async () => undefined };
}

/** A stream as a file, since some formats are read from their end. */
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
