import { expect, test } from 'vitest';
import { failedOf } from './batch-outcome.ts';

const messages = [
  { messageId: 'a', receiptHandle: '1' },
  { messageId: 'b', receiptHandle: '2' },
];
const failing = (...ids: (string | null)[]) =>
  JSON.stringify({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

test.each([
  ['no answer', 'null', []],
  ['an empty answer', '', []],
  ['an empty list', failing(), []],
  ['one message', failing('b'), ['b']],
  ['a message that was not in the batch', failing('b', 'c'), ['a', 'b']],
  ['an empty id', failing(''), ['a', 'b']],
  ['no id', failing(null), ['a', 'b']],
  ['something else', '{"batchItemFailures":"yes"}', ['a', 'b']],
])('an answer that names %s fails the messages that Lambda would fail', (_, answer, failed) => {
  expect(failedOf(messages, answer).map(({ messageId }) => messageId)).toEqual(failed);
});
