import { log } from '@sluice/lambda-kit';
import { longestSendMs } from '@sluice/mail';
import { isNoticeIntended, type Notice } from '@sluice/mail/notice';
import type { Clock } from '../ports.ts';
import { notSent, type Message, type Notifier } from './notifier.ts';

export interface SendNoticeServices {
  readonly notifier: Notifier;
  readonly now: Clock;
  readonly newId: () => string;
}

/** `leased`: another process sends the notice, or died while sending it. Check again when the lease has ended. */
export type NoticeOutcome = 'sent' | 'notDue' | 'leased';

/** Longer than sending may take, so that the owner of an ended lease no longer sends. */
export const leaseMs = longestSendMs + 10_000;

/**
 * Records the state of a notice in the history of its subject. @returns whether it was recorded, and the current notice,
 * which is undefined if another one is due by now
 */
export type RecordNotice = (
  notice: Notice,
) => Promise<{ readonly recorded: boolean; readonly current: Notice | undefined }>;

/**
 * Sends a notice under a lease: the intent is recorded first, and only its owner sends. After a crash between sending and
 * recording, the notice is sent once more. It is never lost (invariant 13).
 */
export async function sendNotice(
  { record, message }: { readonly record: RecordNotice; readonly message: Message },
  { notifier, now, newId }: SendNoticeServices,
): Promise<NoticeOutcome> {
  const owner = newId();
  const intend = (leaseMs: number, detail?: string) => {
    const at = now();
    const leaseUntil = new Date(at.getTime() + leaseMs).toISOString();
    return record({
      state: 'intended',
      at: at.toISOString(),
      owner,
      leaseUntil,
      ...(detail !== undefined && { detail }),
    });
  };
  const { recorded, current } = await intend(leaseMs);
  if (!recorded) return isNoticeIntended(current) ? 'leased' : 'notDue';
  const outcome = await notifier.notify(message);
  if (outcome.kind === 'failed') {
    // Ends the lease, so that no other process waits for it.
    await intend(0, outcome.code);
    throw notSent(outcome.code);
  }
  const detail = outcome.kind === 'sent' ? outcome.messageId : outcome.code;
  await record({ state: outcome.kind, at: now().toISOString(), detail });
  log.info('notice_sent', { ...message.subject, outcome: outcome.kind });
  return 'sent';
}
