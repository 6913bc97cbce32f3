import type { Mail, Mailer, NoticeEvent, SendOutcome } from '@sluice/answers';

/** What people are to know about a run or a migration. */
export interface Message {
  readonly event: NoticeEvent;
  readonly recipients: readonly string[];
  /** Who dropped the file, if they are known for certain by an address. */
  readonly dropper?: string | undefined;
  readonly mail: Mail;
  /** What the message is about; later reports about it, such as a bounce, name it. */
  readonly subject?: { readonly runId: string } | { readonly migrationId: string } | undefined;
}

/** Sends messages to people. Each channel is one adapter of this port. Never throws for what came back, or did not. */
export interface Channel {
  /** Its name in the history of a notice; no two are equal. */
  readonly name: string;
  /** Returns within `longestSendMs`. */
  send(message: Message): Promise<SendOutcome>;
}

/** Where messages go. */
export interface Notifier {
  channelsFor(message: Message): readonly Channel[];
}

/** A channel, and the messages that a team sends there. */
export interface Route {
  readonly channel: Channel;
  takes(message: Message): boolean;
}

export function routedNotifier(routes: readonly Route[]): Notifier {
  return {
    channelsFor: (message) => routes.filter((route) => route.takes(message)).map(({ channel }) => channel),
  };
}

/** The mail to the people that a profile or the settings name. */
export function emailChannel(mailer: Mailer): Channel {
  return {
    name: 'email',
    send: ({ recipients, mail, subject }) => mailer.send(recipients, mail, { ...subject }),
  };
}

/** The same mail to whoever dropped the file. If that address is refused, the others still get theirs. */
export function dropperRoute(mailer: Mailer, domains: readonly string[]): Route {
  return {
    channel: {
      name: 'dropper',
      send: ({ dropper = '', mail, subject }) => mailer.send([dropper], mail, { ...subject }),
    },
    takes: ({ dropper, recipients }) =>
      dropper !== undefined &&
      !recipients.some((address) => address.toLowerCase() === dropper.toLowerCase()) &&
      domains.includes(dropper.slice(dropper.lastIndexOf('@') + 1).toLowerCase()),
  };
}

/** All messages as mails to their recipients. */
export function emailNotifier(mailer: Mailer): Notifier {
  return routedNotifier([{ channel: emailChannel(mailer), takes: () => true }]);
}

/** Another try may help. `code` is the reason by the channel. */
export function notSent(code: string): Error {
  return Object.assign(new Error('The notice was not sent'), { code });
}
