import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an object that another has replaced meanwhile is not looked at again': {
    file: 'packages/aws-kit/src/erasure/erase-below.ts',
    from: '    isOvertaken ||= version.isLatest && !isReplaced;\n',
    to: '',
  },
  'a text is stored over that of another erase': {
    file: 'functions/adapters/s3-versions.ts',
    from: 'IfMatch: etag',
    to: 'IfMatch: undefined',
    proof: tested('functions/adapters/s3-versions.test.ts'),
  },
});
