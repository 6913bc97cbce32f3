import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'each poll queues an import that waits': {
    file: 'packages/data-access/src/import/import-status.ts',
    from: 'Math.max(queuedAgainAfterMs, queued - since)',
    to: '0',
  },
  'polls queue an import that waits every five minutes': {
    file: 'packages/data-access/src/import/import-status.ts',
    from: 'Math.max(queuedAgainAfterMs, queued - since)',
    to: 'queuedAgainAfterMs',
  },
});
