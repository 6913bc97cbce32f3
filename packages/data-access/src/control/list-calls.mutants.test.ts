import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const calls = 'packages/data-access/src/control/list-calls.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the changes of a call are shown although somebody changed them': {
    file: calls,
    from: '(wrote && wrote.valuesSha256 !== hashOfRows(text))',
    to: '(wrote && wrote.valuesSha256 === text)',
  },
  'a row of a call was erased if it says so': {
    file: calls,
    from: 'if (!isErased || ',
    to: 'if (',
  },
  'a second erase takes the proof of the first': {
    file: 'packages/data-access/src/control/audit/erasures.ts',
    from: '[...new Set([...known, ...rows])]',
    to: '[...new Set([...rows])]',
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
