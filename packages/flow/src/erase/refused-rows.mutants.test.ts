import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a person stays whose value the grid does not show in a long cell': {
    file: 'packages/import-plan/src/row-blocks/write-row-blocks.ts',
    from: '      longCells.addOf(row);\n',
    to: '',
  },
  'an erase that goes on in packed rows passes over a block': {
    file: 'packages/flow/src/erase/copy-holds.ts',
    from: 'searched.set(version.versionId, block + 1)',
    to: 'searched.set(version.versionId, block + 2)',
  },
  'what is too large to be read at once is not searched': {
    file: 'packages/flow/src/erase/pass.ts',
    from: "text !== undefined || judged !== 'clean'",
    to: "text !== undefined || judged === 'clean'",
  },
  'an object that cannot be read is not named': {
    file: 'packages/aws-kit/src/erasure/erase-below.ts',
    from: "if (error instanceof UnreadableObject) return 'unread';",
    to: "if (error instanceof UnreadableObject) return 'clean';",
  },
});
