import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a dry run keeps every record of its earlier steps that shares a value': {
    file: 'packages/flow/src/read/earlier-steps.ts',
    from: 'some === undefined || some.length === sharing',
    to: 'some === undefined',
  },
  'a dry run holds all its batches until it knows what they name': {
    file: 'packages/flow/src/read/read-sheet.ts',
    from: 'characters >= heldAtMost',
    to: 'characters < 0',
  },
});
