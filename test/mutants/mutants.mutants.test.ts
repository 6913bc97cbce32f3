import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a bug whose text has changed is passed over in silence': {
    file: 'test/mutants/change.ts',
    from: 'if (count !== 1) throw',
    to: 'if (count > 1) throw',
  },
  'the name of a test counts as what was noticed': {
    file: 'test/mutants/noticed.ts',
    from: '(breach.test(line) && isOfError(line))',
    to: 'breach.test(line)',
  },
  'a proof that breaks down counts as one that noticed the bug': {
    file: 'test/mutants/noticed.ts',
    from: '\\bexpected ',
    to: 'expected ',
  },
});
