import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const signUpload = 'packages/console-api/src/upload/sign-upload.ts';

export const mutants = mutantsOf(import.meta.url, {
  'another person goes on with an upload in parts': {
    file: signUpload,
    from: 'isOpen && begun.person === person.id ? begun : undefined',
    to: 'isOpen ? begun : undefined',
  },
  'a part of an upload is sent again as another one': {
    file: signUpload,
    from: 'begun.asked !== hashOf(asked)',
    to: 'begun.key !== asked.key',
  },
  'an upload may leave the inbox by the name of its folder': {
    file: 'packages/console-api/src/upload/pinned.ts',
    from: 'segments.some((one) => misread.includes(one)) || ',
    to: '',
  },
});
