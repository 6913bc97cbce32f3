import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@sluice/local/temp-folder';

/** A million rows make a database and objects of 4 GB, and the system needs memory beside them. */
const gibibytes = 8;

/** Gives a folder that is removed afterwards, also on Ctrl-C: on a disk in memory, if there is one with room. */
export async function withScratch(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tempFolder(gibibytes), 'sluice-bench-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const interrupted = (): void => {
    remove();
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await use(folder);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    remove();
  }
}
