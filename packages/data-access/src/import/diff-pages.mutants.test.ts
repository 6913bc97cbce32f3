import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the digest of a preview leaves out the diffs that it has no room for': {
    file: 'packages/data-access/src/import/preview.ts',
    from: 'diffsSha256: sha256Of(listOf(texts))',
    to: 'diffsSha256: sha256Of(listOf(texts.slice(0, shown)))',
  },
});
