import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const proved = 'packages/ledger/src/history/proved.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the hash of values is that of the item, which nothing proves': {
    file: proved,
    from: 'proved.attempts.find(',
    to: 'item.attempts.find(',
  },
  'an event that was changed proves values': {
    file: proved,
    from: 'if (verifyChain(events, { hashOf: eventHash }).length > 0) return undefined;',
    to: '',
  },
  'a history without its end proves that an import has no hash': {
    file: proved,
    from: 'return isEnd ? replaySubmission(events) : undefined;',
    to: 'return isEnd || events.length > 0 ? replaySubmission(events) : undefined;',
  },
});
