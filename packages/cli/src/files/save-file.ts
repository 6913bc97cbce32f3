import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import { printable } from '@sluice/contract/words';

/** Where a command saves something. */
export interface Target {
  readonly file: string;
  /** How a message names it: `--result`. */
  readonly option: string;
}

interface CheckedTarget extends Target {
  /** Throws if these are not the right bytes. */
  readonly check?: (sha256: string) => void;
}

type Bytes = AsyncIterable<string | Uint8Array>;

/**
 * Checks that a file could be saved there, before the work that makes it.
 * @throws CliError `usage`; with `isNew` also where another file is, since work is not done that cannot be saved
 */
export async function checkTarget(
  { file, option, isNew = false }: Target & { readonly isNew?: boolean },
  { cwd }: Pick<Services, 'cwd'>,
): Promise<void> {
  const path = resolve(cwd, file);
  const isThere = await stat(path).catch(() => undefined);
  try {
    // Opened to append, so that an existing file stays as it is.
    await (await open(path, 'a')).close();
  } catch (cause) {
    throw new CliError(
      'usage',
      `${option} ${printable(file)}: expected a file that can be written, in a folder that exists.`,
      { cause },
    );
  }
  if (isThere === undefined) await rm(path);
  else if (isNew && holdsWork(isThere)) throw taken({ file, option });
}

/**
 * Saves bytes as a file that is there whole or not at all. A file with other bytes stays as it is: it may be somebody's work.
 * @throws CliError `usage` where another file is
 */
export async function saveFile(
  { file, option, check }: CheckedTarget,
  bytes: Bytes,
  { cwd }: Pick<Services, 'cwd'>,
): Promise<void> {
  const path = resolve(cwd, file);
  const partly = `${path}.part`;
  const there = await stat(path).catch(() => undefined);
  // Such as /dev/stdout.
  if (there !== undefined && !there.isFile()) return writeFile(path, bytes);
  try {
    const hash = createHash('sha256');
    // In a folder of others, somebody may have put a link there.
    await rm(partly, { force: true });
    await writeFile(partly, hashed(bytes, hash), { flag: 'wx' });
    const sha256 = hash.digest('hex');
    check?.(sha256);
    if (there === undefined || !holdsWork(there)) await rename(partly, path);
    else if ((await sha256Of(path)) !== sha256) throw taken({ file, option });
  } finally {
    await rm(partly, { force: true });
  }
}

/** An empty file is one that a script made for this. */
const holdsWork = (found: Awaited<ReturnType<typeof stat>>): boolean => found.isFile() && found.size > 0;

function taken({ file, option }: Target): CliError {
  return new CliError(
    'usage',
    `${option} ${printable(file)}: there is another file of this name, and no file is replaced. Name another one, or remove it first.`,
  );
}

type Hash = ReturnType<typeof createHash>;

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const _ of hashed(createReadStream(path) as AsyncIterable<Uint8Array>, hash));
  return hash.digest('hex');
}

async function* hashed(bytes: Bytes, hash: Hash): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
