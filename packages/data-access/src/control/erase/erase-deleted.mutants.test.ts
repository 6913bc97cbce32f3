import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an erase leaves the entries of what a deleted record has': {
    file: 'packages/data-access/src/control/erase/erase-deleted.ts',
    from: '  await removeEntries(entries, erasing);\n',
    to: '  await removeEntries([], { ...erasing, keys: entries.map(({ key }) => key) });\n',
  },
  'an erase leaves the entries of what a deleted record had': {
    file: 'packages/data-access/src/control/erase/judge-import.ts',
    from: '  if (before) noteEntries(before, known);\n  if (id !== null) noteEntries({ kind, id, fields: changes }, known);\n',
    to: '',
  },
  'an erase leaves the entries of what a call replaced': {
    file: 'packages/data-access/src/control/erase/judge-import.ts',
    from: '    for (const one of records) noteEntries(one, known);\n',
    to: '',
  },
  'an erase leaves the entries of its own value': {
    file: 'packages/data-access/src/control/erase/erase-deleted.ts',
    from: 'if (dryRun || erased.size === 0) return;',
    to: 'if (dryRun || erased.size > 0) return;',
  },
  'an erase removes the entries of a record that is not deleted': {
    file: 'packages/data-access/src/control/erase/erase-deleted.ts',
    from: '(found[at] ?? []).filter((id) => erased.has(id)).map(',
    to: '(found[at] ?? []).map(',
  },
  'nothing leads to what an erase has left': {
    file: 'packages/data-access/src/control/erase/erase-record.ts',
    from: "if (count.busy.length === 0 && !place.cursor.includes('!')) await",
    to: 'if (count.busy.length === 0) await',
  },
  'an erase removes entries of a record that an undo may restore': {
    file: 'packages/data-access/src/control/erase/erase-deleted.ts',
    from: 'const taken = nextVersion(before, {}, writing);',
    to: 'const taken = before;',
  },
});
