import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a receiver believes any signature': {
    file: 'packages/client/src/webhooks/verify.ts',
    from: 'a.length === b.length && timingSafeEqual(a, b)',
    to: 'a.length === b.length',
  },
});
