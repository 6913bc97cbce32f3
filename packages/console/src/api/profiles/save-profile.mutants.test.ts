import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const saveProfile = 'packages/console/src/api/profiles/save-profile.ts';

export const mutants = mutantsOf(import.meta.url, {
  'any etag is that of the profile': {
    file: 'packages/console/src/api/shapes.ts',
    from: '/^"[\\w+/=.-]{1,128}"$/u',
    to: '/^.+$/u',
  },
  'a new profile looks like one that is there': {
    file: saveProfile,
    from: '(one) => one !== name && isAlike(one, name)',
    to: '(one) => one !== name && one.toLowerCase() === name',
  },
  'a new profile has marks that nobody sees': {
    file: saveProfile,
    from: '  const why = whyNotPlain(name);\n',
    to: '  const why = whyNotPlain(name.replaceAll(/\\p{Cf}/gu, ""));\n',
  },
});
