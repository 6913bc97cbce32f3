import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const own = 'packages/flow/src/migrate/record-uploads.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the sweep counts as who uploaded a definition': {
    file: own,
    from: '  if (isSwept(message)) return;\n',
    to: '',
  },
  'a name without an event of S3 counts as known': {
    file: 'packages/flow/src/read/uploader.ts',
    from: 'return dropperOf(notKnown, metadata);',
    to: "return { ...dropperOf('AWS:KEY', metadata) };",
  },
  'a name from the console is taken from any metadata': {
    file: own,
    from: "'sluice-person' in metadata ? nameGiven",
    to: "'sluice-dropped-by' in metadata ? nameGiven",
  },
});
