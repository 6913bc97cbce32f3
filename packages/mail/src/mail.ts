/** What goes out, whoever it goes to. Text and HTML say the same. */
export interface Mail {
  /** One line. Holds no cell value and nothing of a file but its name (invariant 15). */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What became of a mail. A refusal is for good; a failure may be tried again. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly messageId: string }
  /** The sender, a recipient or the mail itself is not accepted. `code` is the mail service's word for it. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The mail service was busy, out of reach, or did not answer: it may or may not have gone out. */
  | { readonly kind: 'failed'; readonly code: string };

/** No longer is a mail tried to be sent: milliseconds. */
export const longestSendMs = 20_000;

export interface Mailer {
  /**
   * One mail to all of them, within `longestSendMs`. Never throws for what came back, or did not. `tags` come back with what the mail
   * service tells of the mail later: letters, digits, `-` and `_` alone.
   */
  send(to: readonly string[], mail: Mail, tags?: Readonly<Record<string, string>>): Promise<SendOutcome>;
}
