import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { LocalError } from '../base/local-error.ts';

/** Makes the data folder. @throws LocalError if somebody else could have put keys, data or links into it */
export function makeOwnFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const user = process.getuid?.();
  const isOurs = [lstatSync(dataDir), statSync(dataDir)].every(
    ({ uid }) => user === undefined || uid === user,
  );
  if (isOurs && (user === undefined || (statSync(dataDir).mode & 0o022) === 0)) return;
  throw new LocalError(
    'not_own_folder',
    `${dataDir} belongs to another user, or others may write to it. Expected a folder that only you may write to: chmod go-w, or another one with --data DIR.`,
  );
}
