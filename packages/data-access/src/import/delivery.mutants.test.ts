import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const addresses = 'packages/data-access/src/import/addresses.ts';

export const mutants = mutantsOf(import.meta.url, {
  'every answer that waits is free of the rate limit': {
    file: 'packages/data-access/src/operations/import.ts',
    from: 'isFree: await isFree(link, call)',
    to: 'isFree: true',
  },
  'an import mails any domain': {
    file: addresses,
    from: 'if (at >= 0)',
    to: 'if (at > count)',
  },
  'a token sends mails without end': {
    file: addresses,
    from: 'if (await access.spendMails(token.apiKey, day, { count, limit })) return;',
    to: 'if (await access.spendMails(token.apiKey, day, { count: 0, limit })) return;',
  },
});
