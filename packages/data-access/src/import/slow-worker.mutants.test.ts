import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a poll takes an import from its worker': {
    file: 'packages/data-access/src/lease/lease.ts',
    from: 'stored.version === current.version',
    to: 'stored.version >= current.version',
  },
  'a worker that reads for long loses its import': {
    file: 'packages/data-access/src/import/make-plan.ts',
    from: '    await beat?.();\n',
    to: '',
  },
});
