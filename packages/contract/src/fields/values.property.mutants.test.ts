import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a name in another Unicode form is another person': {
    file: 'packages/contract/src/fold.ts',
    from: ".normalize('NFC')\n    .trim()\n    .replaceAll(/\\s+/gu",
    to: '.trim()\n    .replaceAll(/\\s+/gu',
  },
  'a change is shown whose two values look alike': {
    file: 'packages/contract/src/fields/values.ts',
    from: "typeof part === 'string' ? foldForm(part) : part,",
    to: 'part,',
  },
});
