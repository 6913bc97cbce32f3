import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a session that was ended comes back when it is renewed': {
    file: 'functions/adapters/dynamo-items.ts',
    from: "replace: put('attribute_exists(pk)')",
    to: "replace: put('attribute_exists(pk) OR attribute_not_exists(pk)')",
  },
});
