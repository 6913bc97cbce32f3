import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a page begins behind the moment at which the last one ended': {
    file: 'packages/data-access/src/dynamodb/leaf-items.ts',
    from: '`${id.slice(0, namedBy)}${aboveAnyName}`',
    to: 'id.slice(0, 0) + aboveAnyName.slice(1)',
  },
  'who claims a value whose claim is removed meanwhile has none': {
    file: 'packages/data-access/src/dynamodb/lookups.ts',
    from: 'const again = lost.filter((_, at) => items[at] === undefined);',
    to: 'const again = lost.filter(() => false);',
  },
});
