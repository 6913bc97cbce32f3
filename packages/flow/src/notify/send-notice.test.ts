import { isNoticeTaken, nextNotice, type Notice } from '@sluice/ledger/notice';
import type { Mail, SendOutcome } from '@sluice/answers';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryMailer } from '../testing/memory-ports.ts';
import { dropperRoute, routedNotifier, type Message } from './notifier.ts';
import { reachedMs, sendNotice } from './send-notice.ts';

captureLog();

const mail: Mail = { subject: 'a.csv: failed', text: '', html: '', brief: '' };
const message: Message = { event: 'run.failed', recipients: ['ops@example.com'], mail };

/** Two channels; `outcomes` are what the chat answers, `sent` once there are none left. */
function setUp(...outcomes: SendOutcome[]) {
  let [time, notice, senders] = [Date.parse('2026-03-01T08:00:00.000Z'), undefined as Notice | undefined, 0];
  const sent: string[] = [];
  const channel = (name: string, next: () => SendOutcome | undefined) => ({
    takes: () => true,
    channel: {
      name,
      send: async () => {
        const outcome = next() ?? { kind: 'sent', messageId: `${name}-1` };
        if (outcome.kind === 'sent') sent.push(name);
        return outcome;
      },
    },
  });
  const services = {
    notifier: routedNotifier([channel('email', () => undefined), channel('chat', () => outcomes.shift())]),
    now: () => new Date((time += 1)),
    newId: () => `sender-${(senders += 1)}`,
  };
  const record = async (next: Notice) => {
    const recorded = !isNoticeTaken(notice, { at: next.at, notice: next });
    if (recorded) notice = nextNotice(notice, next);
    return { recorded, current: notice };
  };
  const send = async () => sendNotice({ record, message }, services);
  return { send, sent, notice: () => notice, pass: (ms: number) => (time += ms) };
}

const busy: SendOutcome = { kind: 'failed', code: 'Http503' };

describe('a notice on two channels', () => {
  it('that one refuses for good is sent, and both outcomes are known', async () => {
    const { send, notice } = setUp({ kind: 'refused', code: 'Http404' });
    expect(await send()).toBe('sent');
    expect(notice()).toMatchObject({
      state: 'sent',
      detail: 'email-1',
      channels: { email: { state: 'sent' }, chat: { state: 'refused', detail: 'Http404' } },
    });
  });

  it('of which one is down is repeated on that one alone, and settled after some hours', async () => {
    const { send, sent, notice, pass } = setUp(busy, busy, busy);
    await expect(send()).rejects.toMatchObject({ code: 'Http503' });
    await expect(send()).rejects.toMatchObject({ code: 'Http503' });
    expect([sent, notice()?.state]).toEqual([['email'], 'intended']);
    pass(reachedMs);
    expect(await send()).toBe('sent');
    expect(sent).toEqual(['email']);
    expect(notice()?.channels).toEqual({ email: expect.objectContaining({ state: 'sent' }) });
  });
});

it.each([
  ['ana@example.org', true],
  ['Ana@EXAMPLE.org', true],
  ['ana@example.com', false],
  ['ana@evil.example.org.example', false],
  ['OPS@example.org', false],
  [undefined, false],
])('a mail for the dropper %s is sent to them: %s', async (dropper, isSent) => {
  const mailer = createMemoryMailer();
  const route = dropperRoute(mailer, ['example.org']);
  const about: Message = { ...message, recipients: ['ops@example.org'], dropper };
  expect(route.takes(about)).toBe(isSent);
  await route.channel.send(about);
  expect(mailer.sent[0]?.to).toEqual([dropper ?? '']);
});
