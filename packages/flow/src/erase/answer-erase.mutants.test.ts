import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'something is erased before it is in the history': {
    file: 'packages/flow/src/erase/erase-run.ts',
    from: 'if (unfinished) return await eraseFound(run, ',
    to: 'return await eraseFound(run, ',
  },
  'an erase does not say that the history keeps a name of a column': {
    file: 'packages/flow/src/erase/erase-run.ts',
    from: 'reason, proposal, reading]',
    to: 'reason]',
  },
  'the end of an erase of others erases more without an event': {
    file: 'packages/flow/src/erase/pass.ts',
    from: 'record: isFinding || isOf(place, record) ? record : { ...record, ...nobody },',
    to: 'record,',
  },
});
