import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessLogName, readAccessLog, type AccessReport } from '@sluice/local/iam';
import { describe, expect, test } from 'vitest';
import type { RunningSystem } from '../running-system.ts';

/** What the roles of a system did since its data folder was made. Counts are complete once it has stopped. */
export async function accessesIn(folder: string): Promise<AccessReport> {
  return readAccessLog(await readFile(join(folder, '.sluice', 'logs', accessLogName), 'utf8'));
}

/** After everything else, when the system has stopped. */
export const permissionsAreUsed = (system: RunningSystem) =>
  describe('the permissions of the functions', () => {
    test('allow each of their calls', async () => {
      const { checked, denied } = await accessesIn(system.folder);
      expect([...new Set(denied)]).toEqual([]);
      expect(checked).toBeGreaterThan(5000);
    });
  });
