import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a stalled worker gives a delivery another content': {
    file: 'packages/data-access/src/webhooks/gather-changes.ts',
    from: 'kept.putNew(ref, [...events])',
    to: 'kept.put(ref, [...events]).then(() => true)',
  },
});
