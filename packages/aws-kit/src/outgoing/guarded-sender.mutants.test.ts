import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a webhook reaches an address that its name hides': {
    file: 'packages/aws-kit/src/outgoing/guarded-lookup.ts',
    from: 'if (forbidden !== undefined) return',
    to: 'if (forbidden === null) return',
  },
  'a webhook is not checked once more when it is connected': {
    file: 'packages/aws-kit/src/outgoing/connect.ts',
    from: '    if (!mayReach(kind)) throw new ForbiddenAddress(kind);\n',
    to: '',
  },
});
