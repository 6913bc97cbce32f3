import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const calls = 'packages/data-access/src/control/list-calls.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the changes of a call are shown although somebody changed them': {
    file: calls,
    from: 'if (wrote && wrote.valuesSha256 !== hashOfRows(text))',
    to: 'if (wrote && wrote.valuesSha256 === text)',
  },
  'a call that wrote nothing changed records': {
    file: calls,
    from: "if (found === 'not written') return undefined;",
    to: '',
  },
  'a call is covered by any event': {
    file: calls,
    from: "event?.type === 'wrote' && event.requestId === ref.requestId",
    to: 'event !== undefined',
  },
  'calls of an earlier time are listed': {
    file: calls,
    from: 'call.date < since || ',
    to: '',
  },
});
