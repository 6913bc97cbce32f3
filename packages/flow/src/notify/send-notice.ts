import { log } from '@sluice/aws-kit/handlers';
import { longestSendMs } from '@sluice/answers';
import { isNoticeIntended, type ChannelOutcome, type Notice } from '@sluice/ledger/notice';
import type { Clock } from '../ports.ts';
import { notSent, type Channel, type Message, type Notifier } from './notifier.ts';

export interface SendNoticeServices {
  readonly notifier: Notifier;
  readonly now: Clock;
  readonly newId: () => string;
}

/** `leased`: another process sends the notice, or died while sending it. Check again when the lease has ended. */
export type NoticeOutcome = 'sent' | 'notDue' | 'leased';

/** Longer than sending may take, so that the owner of an ended lease no longer sends. */
export const leaseMs = longestSendMs + 10_000;

/** For so long a notice that has reached somebody is tried on the channels that failed. */
export const reachedMs = 6 * 3_600_000;

/**
 * Records the state of a notice in the history of its subject. @returns whether it was recorded, and the current notice,
 * which is undefined if another one is due by now
 */
export type RecordNotice = (
  notice: Notice,
) => Promise<{ readonly recorded: boolean; readonly current: Notice | undefined }>;

type Outcomes = Readonly<Record<string, ChannelOutcome>>;

/**
 * Sends a notice under a lease: the intent is recorded first, and only its owner sends. The outcome of each channel is recorded
 * before the next one sends. After a crash between sending and recording, that channel gets the notice once more. It is never
 * lost on any (invariant 13).
 */
export async function sendNotice(
  { record, message }: { readonly record: RecordNotice; readonly message: Message },
  { notifier, now, newId }: SendNoticeServices,
): Promise<NoticeOutcome> {
  const owner = newId();
  const intend = (leaseMs: number, change: Pick<Notice, 'detail' | 'channels'> = {}) => {
    const at = now();
    const leaseUntil = new Date(at.getTime() + leaseMs).toISOString();
    return record({ state: 'intended', at: at.toISOString(), owner, leaseUntil, ...change });
  };
  const { recorded, current } = await intend(leaseMs);
  if (!recorded) return isNoticeIntended(current) ? 'leased' : 'notDue';
  let outcomes: Outcomes = current?.channels ?? {};
  const channels = notifier.channelsFor(message);
  const failed: string[] = [];
  for (const [index, channel] of channels.filter(({ name }) => outcomes[name] === undefined).entries()) {
    // Each channel has a lease of its own, which also records what the one before did.
    if (index > 0 && !(await intend(leaseMs, { channels: outcomes })).recorded) return 'leased';
    const outcome = await sendOn(channel, message, now);
    if (typeof outcome === 'string') failed.push(outcome);
    else outcomes = { ...outcomes, [channel.name]: outcome };
  }
  const [code] = failed;
  const known = channels.length > 1 ? { channels: outcomes } : {};
  if (code !== undefined && !isGivenUp(outcomes, now())) {
    // Ends the lease, so that no other process waits for it.
    await intend(0, { detail: code, ...known });
    throw notSent(code);
  }
  await record({ ...settled(channels, outcomes), at: now().toISOString(), ...known });
  return 'sent';
}

/** Its outcome, or the code of a failure that may pass. */
async function sendOn(channel: Channel, message: Message, now: Clock): Promise<ChannelOutcome | string> {
  const outcome = await channel.send(message);
  if (outcome.kind === 'failed') return outcome.code;
  const detail = outcome.kind === 'sent' ? outcome.messageId : outcome.code;
  log.info('notice_sent', { ...message.subject, channel: channel.name, outcome: outcome.kind });
  return { state: outcome.kind, at: now().toISOString(), detail };
}

/** As long as it has reached nobody, it is tried again. */
function isGivenUp(outcomes: Outcomes, at: Date): boolean {
  return Object.values(outcomes).some(
    (one) => one.state === 'sent' && at.getTime() - Date.parse(one.at) >= reachedMs,
  );
}

/** Sent if it has reached somebody. The details are those of the first channel that says so. */
function settled(
  channels: readonly Channel[],
  outcomes: Outcomes,
): Pick<Notice, 'state' | 'detail'> & { state: 'sent' | 'refused' } {
  const known = channels.flatMap(({ name }) => outcomes[name] ?? []);
  const shown = known.find(({ state }) => state === 'sent') ?? known[0];
  // A team may send an event nowhere.
  return shown === undefined
    ? { state: 'refused', detail: 'NoChannel' }
    : { state: shown.state, detail: shown.detail };
}
