import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a slow clock sets the updated date back': {
    file: 'packages/data-access/src/records/fields.ts',
    from: 'updatedDate: date > record.updatedDate ? date : justAfter(record.updatedDate),',
    to: 'updatedDate: date,',
  },
});
