import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'whoever may drop says at the console who dropped': {
    file: 'packages/flow/src/read/dropper.ts',
    from: 'principal.startsWith(`AWS:${consoleRoleId}:`)',
    to: "'sluice-person' in metadata",
  },
});
