import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const policy = 'packages/console/src/policy.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the page runs scripts that are written in it': {
    file: policy,
    from: '"script-src \'self\'"',
    to: "\"script-src 'self' 'unsafe-inline'\"",
  },
  'any text of the page becomes a script': {
    file: policy,
    from: '    "require-trusted-types-for \'script\'",\n',
    to: '',
  },
});
