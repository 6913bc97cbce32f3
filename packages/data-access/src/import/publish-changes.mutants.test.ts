import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

/** Bugs by which webhooks do not hear of what was on its way when an import or its undo was given up. */
export const mutants = mutantsOf(import.meta.url, {
  'an import that is given up publishes what it has written by then': {
    file: 'packages/data-access/src/import/publish-changes.ts',
    from: 'return store(changes, publishing, true);',
    to: 'return store(changes, publishing);',
  },
  'an undo that is given up publishes what it has restored by then': {
    file: 'packages/data-access/src/undo/undo-import.ts',
    from: 'storeChanges(changes, { at, item, intent: true }, services);',
    to: 'storeChanges(changes, { at, item }, services);',
    proof: tested('packages/data-access/src/undo/zombie-undo.test.ts'),
  },
  'an import tells the date of its own write where another worker has made it': {
    file: 'packages/data-access/src/import/publish-changes.ts',
    from: '...(!applying.isRepeat && { wrote })',
    to: 'wrote',
  },
  'an undo tells the date of its own write where another worker has made it': {
    file: 'packages/data-access/src/undo/undo-import.ts',
    from: "if (outcome === 'reversed' && write && !isRepeat)",
    to: "if (outcome === 'reversed' && write)",
    proof: tested('packages/data-access/src/undo/zombie-undo.test.ts'),
  },
});
