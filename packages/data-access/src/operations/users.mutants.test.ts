import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a cursor of one site pages through another': {
    file: 'packages/data-access/src/search/cursor.ts',
    from: 'JSON.stringify([siteId, operation,',
    to: 'JSON.stringify([operation,',
  },
});
