import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a token that may only read writes': {
    file: 'packages/data-access/src/api/dispatch.ts',
    from: "if (contract[name].permission === 'write' && token.permission !== 'write') {",
    to: "if (contract[name].permission !== 'write' && token.permission === 'none') {",
    proof: tested('test/conformance/memory.test.ts'),
  },
});
