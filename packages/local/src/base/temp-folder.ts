import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';

/**
 * Where to keep what only the programs of one test need: a disk in memory, if there is one with so much room, else the temp
 * folder. A running system syncs every write, and on a real disk it mostly waits for that. `TMPDIR` decides when it is set.
 * @param gibibytes both of the disk and of memory
 */
export function tempFolder(gibibytes: number): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, freemem()) > gibibytes * 1024 ** 3 ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
