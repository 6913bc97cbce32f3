import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an erase ends with the last run': {
    file: 'packages/flow/src/erase/answer-erase.ts',
    from: '...(await searchRest(restBegins, { request, services })), ',
    to: '',
  },
  'an erase that goes on passes over a folder': {
    file: 'packages/flow/src/erase/rest-of-drops.ts',
    from: 'next: { folder: name, ...(last !== undefined && { after: last }) }',
    to: 'next: { folder: name, after: key }',
  },
});
