import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an erase removes who wrote what a later import found': {
    file: 'packages/data-access/src/control/erase/judge-import.ts',
    from: 'const was = before && {',
    to: 'const was = before === undefined && {',
  },
});
