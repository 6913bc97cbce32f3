import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'Lambda ends the tries of webhooks after the 16th message': {
    file: 'infra/constructs/webhook-delivery.ts',
    from: '      callsItself: true,\n',
    to: '',
  },
});
