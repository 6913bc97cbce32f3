import { describe, expect, test } from 'vitest';
import { accessesIn } from '../local-run/accesses.ts';
import type { RunningSystem } from '../running-system.ts';
import { denials, explanations } from './unused-permissions.ts';

/** Without the hashes of logical ids, and without what is the same in each ARN. */
const shortOf = (permission: string): string =>
  permission
    .replaceAll(/arn:aws:(\w|-)+:(?:us-east-1)?:(?:000000000000)?:/g, '')
    .replaceAll(/(?<=[A-Za-z])[0-9A-Fa-f]{8}(?![0-9A-Za-z])/g, '')
    .replaceAll(/\b(?:BulkImportStack|DataAccessStack|bulkimportstack|dataaccessstack)-/g, '');

/** After everything else, when the system has stopped. */
export const permissionsAreUsed = (system: RunningSystem) =>
  describe('the permissions of the functions', () => {
    test('allow each of their calls', async () => {
      const { checked, denied } = await accessesIn(system.folder);
      const intended = ({ of }: { of: RegExp }) => denied.map(shortOf).some((call) => of.test(call));
      expect(denials.filter((one) => !intended(one))).toEqual([]);
      expect(denied.map(shortOf).filter((call) => !denials.some(({ of }) => of.test(call)))).toEqual([]);
      expect(checked).toBeGreaterThan(5000);
    });

    test('were all used, except for those that are explained', async () => {
      const { granted, unused } = await accessesIn(system.folder);
      expect(granted.length).toBeGreaterThan(300);
      const why = (permission: string) => explanations.filter(({ of }) => of.test(permission));
      expect(unused.map(shortOf).filter((permission) => why(permission).length === 0)).toEqual([]);
      const all = granted.map(shortOf);
      expect(explanations.filter(({ of }) => !all.some((permission) => of.test(permission)))).toEqual([]);
    });
  });
