import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a person may declare an import not applied that may still arrive': {
    file: 'packages/flow/src/act/decide.ts',
    from: "choice === 'attach' ? [] : chosen.map((one) => quietUntilOf(one) ?? '')",
    to: '[] as string[]',
  },
});
