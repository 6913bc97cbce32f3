import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const form = 'packages/contract/src/wire/unicode-form.ts';

export const mutants = mutantsOf(import.meta.url, {
  'any number of marks is put in order': { file: form, from: '{65,}', to: '{9999999,}' },
  'signs that become marks are none': { file: form, from: '\\uFF9E\\uFF9F', to: '' },
  'a text with too many marks is in no form': { file: form, from: 'at % 2 === 0 ?', to: 'at < 0 ?' },
});
