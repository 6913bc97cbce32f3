import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a presigned address never expires': {
    file: 'packages/local/src/iam/signature.ts',
    from: 'if (!(now.getTime() <= issued + seconds * 1000))',
    to: 'if (Number.isNaN(seconds))',
  },
});
