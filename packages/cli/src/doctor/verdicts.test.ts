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

describe('the doctor', () => {
  it.each<[string, Verdict[], string[]]>([
    [
      'senders',
      judge.judgeSenders([sender('a@x', 'verified'), sender('b@x', 'pending'), sender('c@x', 'absent')]),
      [
        'ok: SES has verified a@x.',
        'missing: SES has not verified b@x: no mail is sent.',
        'missing: SES does not know c@x or its domain: no mail is sent.',
      ],
    ],
    [
      'the sandbox',
      judge.judgeMailAccount({ isInProduction: false, isSending: true }),
      ['missing: The account is in the SES sandbox: it mails only to verified addresses.'],
    ],
    [
      'an account that may not send',
      judge.judgeMailAccount({ isInProduction: true, isSending: false }),
      ['missing: SES sends nothing for this account.'],
    ],
    [
      'an account that may send',
      judge.judgeMailAccount({ isInProduction: true, isSending: true }),
      ['ok: SES mails to every address.'],
    ],
    ['a placeholder', judge.judgeToken({ kind: 'none' }), ['missing: The flow has no token.']],
    [
      'a token that is disabled',
      judge.judgeToken({ kind: 'refused', why: 'It is disabled.' }),
      ["missing: The service refuses the flow's token: It is disabled."],
    ],
    ['a token', judge.judgeToken({ kind: 'accepted' }), ["ok: The service accepts the flow's token."]],
    [
      'droppers that nothing binds',
      judge.judgeDroppers([]),
      ['ok: Every dropper of the console may drop into every folder: dropFolders is not set.'],
    ],
    [
      'droppers that are bound',
      judge.judgeDroppers([{ name: 'hr', folders: 'drops into members, client/email' }]),
      ['ok: The group hr drops into members, client/email.'],
    ],
    [
      'no console',
      judge.judgeDroppers(undefined),
      ['ok: There is no console: IAM alone says who may drop where.'],
    ],
    [
      'the quota of a new account',
      judge.judgeConcurrency({ quota: 10, unreserved: 10, workers: 12 }),
      [
        "missing: The queues of the stack need 12 concurrent executions of Lambda; 10 of the account's 10 are free. Requests and imports may have to wait.",
      ],
    ],
    [
      'a quota that others have reserved',
      judge.judgeConcurrency({ quota: 1000, unreserved: 12, workers: 12 }),
      [expect.stringMatching(/^missing: .* 12 of the account's 1,000 are free\. Requests/u)],
    ],
    [
      'a quota that is enough',
      judge.judgeConcurrency({ quota: 1000, unreserved: 895, workers: 12 }),
      [
        "ok: The queues of the stack need 12 concurrent executions of Lambda; 895 of the account's 1,000 are free.",
      ],
    ],
    [
      'topics',
      judge.judgeTopics([
        { name: 'A', confirmed: 1, pending: 0 },
        { name: 'B', confirmed: 1, pending: 1 },
        { name: 'C', confirmed: 0, pending: 0 },
      ]),
      [
        'ok: A has a confirmed subscription.',
        'missing: 1 of 2 subscriptions to B is not confirmed.',
        'missing: Nobody subscribes to C.',
      ],
    ],
    [
      'queues of functions',
      judge.judgeMappings([
        { name: 'u1', state: 'Enabled' },
        { name: 'u2', state: 'Disabled' },
      ]),
      ['missing: The event source mapping u2 is disabled.'],
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
    [
      'queues without dead letters',
      judge.judgeDeadLetters([queue('work', 9, 'dead'), queue('dead', 0)]),
      ['ok: No queue has failed messages.'],
    ],
    [
      'a bucket that announces drops only',
      judge.judgeAnnouncements(['inbox/']),
      [
        'missing: The drop bucket does not announce migrations/: what arrives there is found up to 15 minutes late.',
      ],
    ],
    [
      'a bucket that announces everything',
      judge.judgeAnnouncements(['inbox/', 'migrations/']),
      ['ok: The drop bucket announces what arrives.'],
    ],
  ])('judges %s', (_, verdicts, lines) => {
    expect(asLines(verdicts)).toEqual(lines);
  });
});
