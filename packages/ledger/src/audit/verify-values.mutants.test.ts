import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const file = 'packages/ledger/src/audit/verify-values.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an import passes whose values have another hash': {
    file,
    from: "return found.state !== 'kept' || found.valuesSha256 !== valuesSha256;",
    to: "return found.state !== 'kept' || valuesSha256 === '';",
  },
  'an import passes that the service found altered': {
    file,
    from: "return found.state !== 'kept' || ",
    to: "return found.state === 'kept' && ",
  },
  'only the imports of the first answer are compared': {
    file,
    from: '    left = left.filter((importId) => !found.has(importId));\n',
    to: '    left = [];\n',
  },
});
