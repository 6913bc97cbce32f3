import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const guard = 'packages/flow/src/read/reading-guard.ts';
const search = 'packages/flow/src/erase/search-file.ts';

/** Ways in which one file stops others, or its own run. */
export const mutants = mutantsOf(import.meta.url, {
  'a fault of the reader comes back until the dead letters': {
    file: guard,
    from: "if (error instanceof FailedOverFile) return whyOf(reasonOf('unreadable_file'));\n",
    to: '',
  },
  'a fault of the outside ends a run': {
    file: guard,
    from: 'if (isKnown || outside.hasFailed()) throw error;',
    to: 'if (isKnown) throw error;',
  },
  'a reading that gets no further is tried again': {
    file: 'packages/flow/src/read/read-sheet.ts',
    from: 'time.isLast || progress.batches === 0',
    to: 'time.isLast',
  },
  'a report fails for ever where its workbook cannot be copied': {
    file: 'packages/flow/src/report/write-sheet.ts',
    from: 'error instanceof SheetError || error instanceof RangeError',
    to: 'error instanceof RangeError',
  },
  'other sheets are copied whatever their size': {
    file: 'packages/sheets/src/xlsx/copy-workbook.ts',
    from: 'return bytes > limits.copiedBytes || !archive.budget.takes(bytes);',
    to: 'return bytes < 0 || archive === undefined;',
  },
  'a drop that fails to be searched stops the erase': {
    file: search,
    from: 'if (outside.hasFailed() && !isForGood) throw error;',
    to: 'throw error;',
  },
  'an erase takes a failure of the outside for one of the file': {
    file: search,
    from: 'if (outside.hasFailed() && !isForGood) throw error;',
    to: '',
  },
  'one drop takes the time of all': {
    file: search,
    from: '!isFirst && now().getTime() >= until',
    to: '!isFirst && now().getTime() < 0',
  },
  'a drop that cannot be searched is removed': {
    file: 'packages/flow/src/erase/erase-run.ts',
    from: '(isInDrop === true || isInCopy || rows.length > 0)',
    to: '(isInDrop !== false || isInCopy || rows.length > 0)',
  },
  'what an erase passed over is not named': {
    file: 'packages/flow/src/erase/erase-run.ts',
    from: 'return isUnsearched(place) && !isRead && !holdsRecord(place);',
    to: 'return isUnsearched(place) && isRead && !holdsRecord(place);',
  },
});
