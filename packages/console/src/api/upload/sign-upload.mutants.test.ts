import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const signUpload = 'packages/console/src/api/upload/sign-upload.ts';

const folders = 'packages/console/src/api/upload/drop-folders.ts';

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
    file: 'packages/console/src/api/upload/pinned.ts',
    from: 'segments.some((one) => misread.includes(one)) || ',
    to: '',
  },
  'a dropper goes on with an upload after a group was taken away': {
    file: signUpload,
    from: '  const elsewhere = refusedInto(key, person);\n  if (elsewhere !== undefined) return elsewhere;\n  const begun',
    to: '  const begun',
  },
  'a dropper in no group of the setting drops everywhere': {
    file: folders,
    from: '  return [...new Set(bound.flatMap(([group, folders]) => (theirs.has(group) ? folders : [])))];',
    to: '  const all = bound.flatMap(([group, folders]) => (theirs.has(group) ? folders : []));\n  return all.length === 0 ? undefined : all;',
  },
  'a folder lets into those whose names begin so': {
    file: 'packages/console/src/api/upload/folders.ts',
    from: 'key.startsWith(keysIn(folder))',
    to: 'key.startsWith(`inbox/${folder}`)',
  },
  'approvers drop everywhere': {
    file: folders,
    from: "const everywhere: readonly Role[] = ['operator', 'admin'];",
    to: "const everywhere: readonly Role[] = ['operator', 'admin', 'approver'];",
  },
});
