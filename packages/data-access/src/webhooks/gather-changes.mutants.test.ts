import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a stalled worker gives a delivery another content': {
    file: 'packages/data-access/src/webhooks/gather-changes.ts',
    from: 'kept.putNew(ref, [...events])',
    to: 'kept.put(ref, [...events]).then(() => true)',
  },
  'nobody looks for a late write of a call': {
    file: 'packages/data-access/src/webhooks/gather-changes.ts',
    from: 'if (open > 0 && !message.isLastLook)',
    to: 'if (open > 0 && message.isLastLook)',
    proof: tested('packages/data-access/src/webhooks/publishing.test.ts'),
  },
  'webhooks hear of a deletion that was not made': {
    file: 'packages/data-access/src/webhooks/gather-changes.ts',
    from: "  if (event.action === 'delete') return [];\n",
    to: '',
    proof: tested('packages/data-access/src/webhooks/publishing.test.ts'),
  },
});
