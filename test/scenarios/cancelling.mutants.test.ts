import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a worker sends for a run that was cancelled': {
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: '  if (run?.cancel !== undefined) return undefined;\n',
    to: '',
  },
});
