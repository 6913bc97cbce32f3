import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { readJson, writeJson } from '../base/files.ts';
import { LocalError } from '../base/local-error.ts';

export interface Lock {
  release(): void;
}

const holderSchema = z.object({ pid: z.int() });

/**
 * Lets one system at a time use a data folder. The operating system holds the lock, on a database file, so it ends with
 * the process that holds it, even when that is killed.
 */
export function lockDataDir(dataDir: string): Lock {
  const holder = join(dataDir, 'lock.json');
  const database = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    const pid = readJson(holder, holderSchema)?.pid;
    const who = pid === undefined ? 'Another process' : `Process ${pid}`;
    throw new LocalError(
      'already_running',
      `${who} runs on ${dataDir} already. Stop it, or start with another folder: --data DIR.`,
      { cause },
    );
  }
  writeJson(holder, { pid: process.pid });
  return {
    release: () => {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
