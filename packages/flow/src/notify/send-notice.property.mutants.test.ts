import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'what a channel has sent is forgotten when its sender dies': {
    file: 'packages/flow/src/notify/send-notice.ts',
    from: 'intend(leaseMs, { channels: outcomes })',
    to: 'intend(leaseMs)',
  },
});
