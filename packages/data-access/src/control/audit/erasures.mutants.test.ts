import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const erasures = 'packages/data-access/src/control/audit/erasures.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an event proves of any row that it was erased': {
    file: erasures,
    from: 'if (rows.some((row) => !proved.has(row))) return false;',
    to: 'if (proved.size === 0) return rows.length === 0;',
  },
  'rows are erased before an event says so': {
    file: 'packages/data-access/src/control/erase/erase-import.ts',
    from: 'if (rows.length === 0) return item;',
    to: 'if (rows.length >= 0) return item;',
  },
});
