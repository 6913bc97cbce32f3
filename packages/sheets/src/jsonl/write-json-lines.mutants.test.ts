import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const write = 'packages/sheets/src/jsonl/write-json-lines.ts';

export const mutants = mutantsOf(import.meta.url, {
  'every line names every column': { file: write, from: 'isFirst ||', to: 'true ||' },
  'no line names the columns that are blank': {
    file: write,
    from: "isFirst || cell !== ''",
    to: "cell !== ''",
  },
});
