import { runStatuses, runTransitions } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { lateImportHandling } from './late-imports.ts';

describe('the table of late imports', () => {
  it.each(runStatuses)(
    'reopens a run that is %s only if its transitions allow it (invariant 4)',
    (status) => {
      const reopens = Object.values(lateImportHandling[status]).includes('reopen');
      expect(reopens).toBe(runTransitions[status].lateImportReceived === 'stays');
    },
  );
});
