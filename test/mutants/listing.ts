import { tested, type Mutant } from './mutant.ts';

const own = 'packages/data-access/src/dynamodb';
const byLeaves = tested(`${own}/leaves.test.ts`);
const byContract = tested(`${own}/store.test.ts`);

/** Bugs in the leaves of the index by update, and in what reads them. */
export const ofListing: readonly Mutant[] = [
  {
    name: 'a leaf is written after its records',
    file: `${own}/records.ts`,
    from: '      await insertLeaves(access, items);\n      const statements = writes.map((write) => statementOf(siteId, write, leafOf.get(write)));\n      const taken = await runStatements(access, statements);\n',
    to: '      const statements = writes.map((write) => statementOf(siteId, write, leafOf.get(write)));\n      const taken = await runStatements(access, statements);\n      await insertLeaves(access, items);\n',
    proof: byLeaves,
  },
  {
    name: 'a stale row is listed',
    file: 'packages/data-access/src/search/search.ts',
    from: '!isTentative || record.updatedDate === updatedDate',
    to: '!isTentative || record.updatedDate >= updatedDate',
    proof: byLeaves,
  },
  {
    name: 'a page with stale rows stays short',
    file: 'packages/data-access/src/search/search.ts',
    from: '  if (!isShort || page.next === undefined || left.bytes <= 0) return page;',
    to: '  return page;',
    proof: byLeaves,
  },
  {
    name: 'a changed record stays in its leaf',
    file: `${own}/leaves.ts`,
    from: 'replaces === 1 && mayBePacked(record)',
    to: 'replaces === 0 && mayBePacked(record)',
    proof: byLeaves,
  },
  {
    name: 'a leaf is cut whatever its version',
    file: `${own}/leaves.ts`,
    from: '  const where = { v: version };',
    to: '  const where = {};',
    proof: byLeaves,
  },
  {
    name: 'a row that is stale in one leaf is cut out of all',
    file: `${own}/leaves.ts`,
    from: '!idsIn.get(nameOf(leaf.key))?.has(id)',
    to: '![...idsIn.values()].some((ids) => ids.has(id))',
    proof: byLeaves,
  },
  {
    name: 'leaves of one moment are listed one after the other',
    file: `${own}/leaves.ts`,
    from: '    yield inOrder(held.filter(({ updatedDate }) => updatedDate !== date));\n    held = held.filter(({ updatedDate }) => updatedDate === date);\n',
    to: '    yield inOrder(held);\n    held = [];\n',
    proof: byLeaves,
  },
  {
    name: 'a page begins behind the moment at which the last one ended',
    file: `${own}/leaf-items.ts`,
    from: '`${id.slice(0, namedBy)}${aboveAnyName}`',
    to: 'id.slice(0, 0) + aboveAnyName.slice(1)',
    proof: byContract,
  },
  {
    name: 'the row of a record that another import created stays',
    file: `${own}/records.ts`,
    from: '        if (isElsewhere) return [{ kind, id, leaf }];\n',
    to: '',
    proof: byLeaves,
  },
  {
    name: 'what an import is about to write is forgotten',
    file: `${own}/leaves.ts`,
    from: ': dateOfKey(leaf) < over;',
    to: ': true;',
    proof: byLeaves,
  },
  {
    name: 'an erase leaves the values of a record that crashes left in leaves',
    file: 'packages/data-access/src/control/erase/erase-record.ts',
    from: '  if (!dryRun) await records.forgetOthers(siteId, refs, services.now());\n',
    to: '',
    proof: byLeaves,
  },
];
