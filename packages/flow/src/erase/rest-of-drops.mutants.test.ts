import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an erase ends with the last run': {
    file: 'packages/flow/src/erase/answer-erase.ts',
    from: 'const rest = await searchRest(restBegins, { request, services });',
    to: 'const rest: { left: string[] } = { left: [] };',
  },
  'an erase that goes on passes over a folder': {
    file: 'packages/flow/src/erase/rest-of-drops.ts',
    from: 'next: { folder: name, ...(last !== undefined && { after: last }) }',
    to: 'next: { folder: name, after: key }',
  },
  'a drop that outlives the objects of its run is not searched': {
    file: 'packages/flow/src/erase/rest-of-drops.ts',
    from: "return isOld ? 'old' : 'searched';",
    to: "return isOld ? 'searched' : 'searched';",
  },
});
