import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const corrections = 'packages/console/src/browser/drop/state/corrections.ts';

export const mutants = mutantsOf(import.meta.url, {
  'what was corrected in a row stays behind when its cells are shifted': {
    file: corrections,
    from: '[at < column ? at : at + by, text]',
    to: '[at, text]',
  },
  'what was corrected in shifted cells lands in other columns once the shift is taken back': {
    file: corrections,
    from: 'return !(isOfRow && index > at);',
    to: 'return true;',
  },
});
