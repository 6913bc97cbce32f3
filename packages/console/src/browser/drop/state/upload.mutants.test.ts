import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const upload = 'packages/console/src/browser/drop/state/upload.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a part that the bucket refused counts as sent': {
    file: upload,
    from: 'if (!(await sending.put(put, partOf(file, number)))) throw new Refused();',
    to: 'await sending.put(put, partOf(file, number));',
  },
  'an upload in parts begins anew when an answer is lost': {
    file: upload,
    from: 'known === undefined ? await sending.begin(asked) : await sending.resume(asked, known)',
    to: 'await sending.begin(asked)',
  },
  'the bytes of another part are sent as this one': {
    file: upload,
    from: 'file.slice((number - 1) * partBytes, number * partBytes)',
    to: 'file.slice(number * partBytes, (number + 1) * partBytes)',
  },
});
