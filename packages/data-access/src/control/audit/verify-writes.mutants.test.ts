import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const file = 'packages/data-access/src/control/audit/verify-writes.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a call may be gone at any time': { file, from: '> oldest + expiryMs', to: '> oldest + Infinity' },
  'a call whose date lies ahead never misses its event': {
    file,
    from: 'Math.abs(now.getTime() - Date.parse(date))',
    to: 'now.getTime() - Date.parse(date)',
  },
  'an erased call shows how old the oldest is': {
    file,
    from: 'erased?.length === 0 ? Date',
    to: 'erased !== -1 ? Date',
  },
  'an event covers the calls of every site': {
    file,
    from: 'data?.siteId === siteId ?',
    to: 'data !== undefined && siteId !== undefined ?',
  },
  'a row of a call was erased if it says so': {
    file: 'packages/data-access/src/control/audit/verify-writes.ts',
    from: 'known?.has(row) !== true',
    to: 'known?.has(row) === null',
  },
});
