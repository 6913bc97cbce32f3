import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addressesSchema, type Addresses } from '@sluice/demo/addresses';
import { spawnLeashed, type Leashed } from '@sluice/local/leash';

const bin = fileURLToPath(new URL('../../packages/cli/bin/sluice.js', import.meta.url));

export interface LocalSystem extends Leashed {
  readonly addresses: Addresses;
}

export interface LocalOptions {
  /** A module that Node loads before the system. */
  readonly preload?: string | undefined;
  /** Without the limits of AWS that make a small machine slow, and without what they read of the database. */
  readonly easy?: boolean;
}

/** Starts `sluice local` as a person does, with its data in `.sluice` of the folder; `release` is `kill -9`. */
export async function startLocal(
  folder: string,
  { preload, easy = false }: LocalOptions = {},
): Promise<LocalSystem> {
  const begun = Date.now();
  const node = [process.execPath, ...(preload === undefined ? [] : ['--import', preload])];
  const leashed = spawnLeashed([...node, bin, 'local', ...(easy ? ['--easy'] : [])], { cwd: folder });
  leashed.child.stdout.resume();
  let complaint = '';
  leashed.child.stderr.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4000)),
  );
  let isAlive = true;
  void leashed.ended.then(() => (isAlive = false));
  const localJson = join(folder, '.sluice', 'local.json');
  while (!(await isWrittenSince(localJson, begun))) {
    if (!isAlive) throw new Error(`The system did not start: ${complaint}`);
    await pause(50);
  }
  const addresses = addressesSchema.parse(JSON.parse(await readFile(localJson, 'utf8')));
  return { ...leashed, addresses };
}

/** A file that a killed system left behind is older. */
function isWrittenSince(file: string, time: number): Promise<boolean> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs >= time,
    () => false,
  );
}
