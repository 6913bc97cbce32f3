import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a bug whose text has changed is passed over in silence': {
    file: 'test/mutants/change.ts',
    from: 'if (count !== 1) throw',
    to: 'if (count > 1) throw',
  },
});
