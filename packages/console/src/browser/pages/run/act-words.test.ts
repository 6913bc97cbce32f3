import { expect, it } from 'vitest';
import { aRun } from '../../../../../cli/src/testing/run-builder.ts';
import { isPossible } from './act-words.ts';

it('an undo is offered once the mail about the end of the run is sent or refused: until then the API refuses it', () => {
  const mails = [
    {},
    { state: 'intended' },
    { state: 'sent' },
    { state: 'refused' },
    { state: 'byMigration' },
  ];
  const isOffered = mails.map((emails) => isPossible.undo(aRun({ emails })));
  expect(isOffered).toEqual([false, false, true, true, true]);
});

it('a run that changed nothing is not offered for an undo', () => {
  expect(isPossible.undo(aRun({ counts: { read: 3, unchanged: 3 } }))).toBe(false);
  expect(isPossible.undo(aRun({ status: 'rejected' }))).toBe(false);
});
