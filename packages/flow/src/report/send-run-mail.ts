import { log } from '@sluice/lambda-kit';
import type { Ledger, MailState } from '@sluice/ledger';
import { longestSendMs, type Mail, type Mailer, type MailedStatus } from '@sluice/mail';
import type { Clock } from '../ports.ts';

export interface TellServices {
  readonly ledger: Pick<Ledger, 'moveRun'>;
  readonly mailer: Mailer;
  readonly now: Clock;
  readonly newId: () => string;
}

/** What became of the report. While somebody else sends the mail, or died over it: look again when the lease has ended. */
export type Told = 'told' | 'notDue' | 'inOtherHands';

/** Longer than sending may take, so that whoever held a lease that ended sends no more. */
export const leaseMs = longestSendMs + 10_000;

interface Letter {
  readonly runId: string;
  readonly emails: readonly string[];
  /** The status that the mail is about: of a run that has moved on meanwhile nothing is told. */
  readonly about: MailedStatus;
  /** Of a run that asks for approval: which time. */
  readonly asked?: number | undefined;
  readonly mail: Mail;
}

/**
 * Sends the mail of a run. The intent comes first, and one alone may hold it: a crash between sending and writing it down repeats
 * the mail once, and never loses it (invariant 13).
 */
export async function tell(letter: Letter, services: TellServices): Promise<Told> {
  const { runId, emails, about, mail } = letter;
  const owner = services.newId();
  const intend = (leaseMs: number, detail?: string) => {
    const leaseUntil = new Date(services.now().getTime() + leaseMs).toISOString();
    return { state: 'intended', owner, leaseUntil, ...(detail !== undefined && { detail }) } as const;
  };
  const claim = await note(letter, intend(leaseMs), services);
  if (!claim.moved) {
    const { status, mail: known } = claim.now;
    return status === about && known?.state === 'intended' ? 'inOtherHands' : 'notDue';
  }
  // By its run alone what becomes of the mail is found again.
  const outcome = await services.mailer.send(emails, mail, { runId });
  if (outcome.kind === 'failed') {
    // Nobody need wait for the lease of one who gives up.
    await note(letter, intend(0, outcome.code), services);
    throw Object.assign(new Error('The mail did not go out'), { code: outcome.code });
  }
  const detail = outcome.kind === 'sent' ? outcome.messageId : outcome.code;
  await note(letter, { state: outcome.kind, detail }, services);
  log.info('run_mail_handled', { runId, outcome: outcome.kind });
  return 'told';
}

function note(
  { runId, about, asked }: Pick<Letter, 'runId' | 'about' | 'asked'>,
  mail: Omit<MailState, 'at'>,
  { ledger, now }: TellServices,
) {
  const at = now().toISOString();
  return ledger.moveRun(runId, {
    type: 'mail',
    at,
    about,
    ...(asked !== undefined && { asked }),
    mail: { ...mail, at },
  });
}
