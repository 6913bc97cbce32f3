import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a profile that has a setting twice is read': {
    file: 'packages/import-plan/src/profile/profile.ts',
    from: '  if (wrong !== undefined) return refused(name, `${wrong}. Write each name once`);\n',
    to: '',
  },
});
