import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'droppers may write profiles': {
    file: 'infra/people-policies.ts',
    from: "objects(drops, 'inbox/FOLDER/*')",
    to: "objects(drops, '*')",
  },
});
