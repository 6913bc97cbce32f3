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
 * The file of that name, or `-` for what comes by stdin: kept in a file meanwhile, since some formats are read from their end.
 * @throws CliError when there is none, or nothing in it
 */
export async function givenFile(file: string, { cwd, stdin }: Services): Promise<GivenFile> {
  if (file !== '-') return { ...(await sourceFile(cwd, file)), leave: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'sluice-read-'));
  const leave = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'stdin');
    await writeFile(path, stdin, { mode: 0o600 });
    return { ...(await sourceFile(folder, path)), name: 'stdin', leave };
  } catch (error) {
    await leave();
    throw error;
  }
}
