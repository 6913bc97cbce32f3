import type { Mail, Mailer, SendOutcome } from '@sluice/mail';

/** What people are to know about a run or a migration. */
export interface Message {
  readonly recipients: readonly string[];
  readonly mail: Mail;
  /** What the message is about; later reports about it, such as a bounce, name it. */
  readonly subject?: { readonly runId: string } | { readonly migrationId: string } | undefined;
}

/** Sends messages to people. A channel is one adapter of this port. Never throws for what came back, or did not. */
export interface Notifier {
  notify(message: Message): Promise<SendOutcome>;
}

export function emailNotifier(mailer: Mailer): Notifier {
  return { notify: ({ recipients, mail, subject }) => mailer.send(recipients, mail, { ...subject }) };
}

/** Another try may help. `code` is the reason by the channel. */
export function notSent(code: string): Error {
  return Object.assign(new Error('The notice was not sent'), { code });
}
