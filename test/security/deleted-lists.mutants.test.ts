import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a list counts as one record, whatever its items number': {
    file: 'packages/flow/src/attempts/preview.ts',
    from: 'deleted: deleted + items',
    to: 'deleted',
  },
  'deleted items of a list count as well': {
    file: 'packages/data-access/src/import/items-of-lists.ts',
    from: 'yield page.filter(({ deleted }) => !deleted).length;',
    to: 'yield page.length;',
  },
  'a list of unknown items is one record': {
    file: 'packages/flow/src/attempts/preview.ts',
    from: '...(unknown > 0 && { unknown })',
    to: '',
  },
});
