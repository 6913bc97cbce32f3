import { describe, expect, it } from 'vitest';
import { nothingImported, reasonBeyondCounts } from './outcome.ts';

describe('the first line about a rejected run', () => {
  it.each([
    [{ read: 1200, filtered: 0, failed: 5 }, '5 of the 1,200 rows have errors, and every row must be right.'],
    [{ read: 4, filtered: 2, failed: 1 }, '1 of the 2 rows has an error, and every row must be right.'],
    [{ read: 3, filtered: 1, failed: 2 }, 'all 2 rows have errors.'],
    [{ read: 1, filtered: 0, failed: 1 }, 'the one row has an error.'],
  ])('says of %o why nothing was imported', (counts, why) => {
    expect(nothingImported(counts)).toBe(`Nothing was imported: ${why}`);
  });

  it('leaves the reason for another line where no row is wrong', () => {
    expect(nothingImported({ read: 3, filtered: 0, failed: 0 })).toBe('Nothing was imported.');
  });
});

describe('the reason of a run', () => {
  it('is left out only where the first line says the same', () => {
    const reason = '1 of 3 rows is wrong.';
    expect(reasonBeyondCounts({ reason, reasonCodes: ['wrong_rows'] })).toBeUndefined();
    expect(reasonBeyondCounts({ reason, reasonCodes: ['rows_not_written', 'program_changed'] })).toBe(reason);
    expect(reasonBeyondCounts({ reason })).toBe(reason);
  });
});
