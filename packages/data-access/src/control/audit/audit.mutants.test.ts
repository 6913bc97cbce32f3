import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the log of the panel holds secrets': {
    file: 'packages/data-access/src/control/audit/without-secrets.ts',
    from: "  if (secrets.has(name)) return '(secret)';\n",
    to: '',
  },
});
