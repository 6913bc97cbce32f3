/** A mail without its recipients. Text and HTML have the same content. */
export interface Mail {
  /** One line, without cell values. Of a file it may only have the name (invariant 15). */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The answer, the counts, the next step and the command that shows the rest: for chats and topics. Without reasons and links. */
  readonly brief: string;
  readonly attachment?: Attachment | undefined;
}

export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The outcome of sending a mail. A refusal is final; a failure may be retried. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly messageId: string }
  /** The sender, a recipient or the mail itself is not accepted. `code` is the mail service's error code. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The mail service was busy, out of reach, or did not answer: the mail may or may not have been sent. */
  | { readonly kind: 'failed'; readonly code: string };

/** How long sending a mail may take, in milliseconds. */
export const longestSendMs = 20_000;

export interface Mailer {
  /**
   * Sends one mail to all of them, within `longestSendMs`. Never throws: every answer, and none, has an outcome. The mail service
   * repeats the `tags` in its later reports about the mail; they have only letters, digits, `-` and `_`.
   */
  send(to: readonly string[], mail: Mail, tags?: Readonly<Record<string, string>>): Promise<SendOutcome>;
}
