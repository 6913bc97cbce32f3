import { describe, expect, it } from 'vitest';
import type { Verdict } from './finding.ts';
import * as judge from './verdicts.ts';

/** Each verdict as its state and its text; what is missing has something to do about it. */
function asLines(verdicts: readonly Verdict[]): string[] {
  for (const { state, todo } of verdicts) expect(todo !== undefined).toBe(state === 'missing');
  return verdicts.map(({ state, text }) => `${state}: ${text}`);
}

const sender = (from: string, identity: judge.SenderState['identity']) => ({ from, identity });
const queue = (name: string, messages: number, deadLetters?: string) => ({
  arn: `arn:aws:sqs:eu-west-1:1:${name}`,
  messages,
  deadLetters: deadLetters && `arn:aws:sqs:eu-west-1:1:${deadLetters}`,
});

/** The other verdicts stand in golden/doctor*.txt. */
describe('the doctor', () => {
  it.each<[string, Verdict[], string[]]>([
    [
      'a sender that is not verified yet',
      judge.judgeSenders([sender('b@x', 'pending')]),
      ['missing: SES has not verified b@x: no mail is sent.'],
    ],
    [
      'an account that may not send',
      judge.judgeMailAccount({ isInProduction: true, isSending: false }),
      ['missing: SES sends nothing for this account.'],
    ],
    [
      'droppers that are bound',
      judge.judgeDroppers([{ name: 'hr', folders: 'drops into members, client/email' }]),
      ['ok: The group hr drops into members, client/email.'],
    ],
    [
      'a quota that others have reserved',
      judge.judgeConcurrency({ quota: 1000, unreserved: 12, workers: 12 }),
      [expect.stringMatching(/^missing: .* 12 of the account's 1,000 are free\. Requests/u)],
    ],
    [
      'schedules',
      judge.judgeSchedules([
        { name: 's1', state: 'ENABLED' },
        { name: 's2', state: 'ENABLED' },
      ]),
      ['ok: 2 schedules enabled.'],
    ],
    [
      'tables',
      judge.judgeTables([
        { name: 'ledger', isProtected: true, isRestorable: true },
        { name: 'restored', isProtected: false, isRestorable: false },
      ]),
      [
        'ok: ledger can be restored to a point in time, and is protected against deletion.',
        'missing: restored cannot be restored to a point in time.',
        'missing: restored is not protected against deletion.',
      ],
    ],
    [
      'dead letters, and not what waits in other queues',
      judge.judgeDeadLetters([
        queue('work', 9, 'dead'),
        queue('dead', 1),
        queue('more', 0, 'less'),
        queue('less', 0),
      ]),
      ['missing: dead has 1 failed message.'],
    ],
  ])('judges %s', (_, verdicts, lines) => {
    expect(asLines(verdicts)).toEqual(lines);
  });
});
