import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const undoRecords = 'packages/data-access/src/undo/undo-records.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an undo looks for the items of a list only before it deletes it': {
    file: undoRecords,
    from: '    if (isListDeleted(one)) again.push(one.touched);\n    else undone.push(',
    to: '    undone.push(',
  },
  'an undo leaves a list as it is that another worker may be about to delete': {
    file: undoRecords,
    from: '      if (undoing.isRepeat) return restoring(touched, stored, { ...undoing, isInUse: true, before: stored });\n',
    to: '',
  },
  'a list that was put back counts as deleted when its undo is tried again': {
    file: undoRecords,
    from: "stored.kind === 'list' ? stored : undefined",
    to: "stored.kind === 'issue' ? stored : undefined",
  },
  'nobody is told of a list that was put back': {
    file: undoRecords,
    from: '  stored: write.record,\n',
    to: '  stored: undefined,\n',
  },
  'nobody is told of a list that could not be put back': {
    file: 'packages/data-access/src/undo/undo-import.ts',
    from: "isUndoOf(stored, importId) || (outcome !== 'failed' && isRepeat)",
    to: "outcome !== 'failed' && (isUndoOf(stored, importId) || (outcome !== 'failed' && isRepeat))",
  },
});
