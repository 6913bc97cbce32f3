import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const records = 'packages/data-access/src/dynamodb/records.ts';
const search = 'packages/data-access/src/search/search.ts';
const leaves = 'packages/data-access/src/dynamodb/leaves.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a leaf is written after its records': {
    file: records,
    from: '      await insertLeaves(access, items);\n      const statements = writes.map((write) => statementOf(siteId, write, leafOf.get(write)));\n      const taken = await runStatements(access, statements);\n',
    to: '      const statements = writes.map((write) => statementOf(siteId, write, leafOf.get(write)));\n      const taken = await runStatements(access, statements);\n      await insertLeaves(access, items);\n',
  },
  'a stale row is listed': {
    file: search,
    from: '!isTentative || record.updatedDate === updatedDate',
    to: '!isTentative || record.updatedDate >= updatedDate',
  },
  'a page with stale rows stays short': {
    file: search,
    from: '  if (!isShort || page.next === undefined || left.bytes <= 0) return page;',
    to: '  return page;',
  },
  'a changed record stays in its leaf': {
    file: leaves,
    from: 'replaces?.version === 1 && mayBePacked(record)',
    to: 'replaces?.version === 0 && mayBePacked(record)',
  },
  'a leaf is cut whatever its version': {
    file: leaves,
    from: '  const where = { v: version };',
    to: '  const where = {};',
  },
  'a row that is stale in one leaf is cut out of all': {
    file: leaves,
    from: '!idsIn.get(nameOf(leaf.key))?.has(id)',
    to: '![...idsIn.values()].some((ids) => ids.has(id))',
  },
  'leaves of one moment are listed one after the other': {
    file: leaves,
    from: '    yield inOrder(held.filter(({ updatedDate }) => updatedDate !== date));\n    held = held.filter(({ updatedDate }) => updatedDate === date);\n',
    to: '    yield inOrder(held);\n    held = [];\n',
  },
  'the row of a record that another import created stays': {
    file: records,
    from: '        if (isElsewhere) return [{ kind, id, leaf }];\n',
    to: '',
  },
  'what an import is about to write is forgotten': {
    file: leaves,
    from: ': dateOfKey(leaf) < over;',
    to: ': true;',
  },
  'an erase leaves the values of a record that crashes left in leaves': {
    file: 'packages/data-access/src/control/erase/erase-deleted.ts',
    from: '  if (!dryRun) await services.store.records.forgetOthers(siteId, refsOf(ids), services.now());\n',
    to: '',
  },
});
