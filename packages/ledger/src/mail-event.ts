export const mailEventKinds = ['delivery', 'bounce', 'complaint', 'reject', 'delay'] as const;
export type MailEventKind = (typeof mailEventKinds)[number];

/** What the mail service told of a mail after it had taken it. */
export interface MailEvent {
  /** Of what was told: heard twice, it is one. */
  readonly id: string;
  readonly at: string;
  readonly kind: MailEventKind;
  /** Of a bounce, complaint or delay: the mail service's word for which, such as `Permanent/NoEmail`. */
  readonly detail?: string | undefined;
  /** Whom it is about. For operators, never for a log. */
  readonly addresses: readonly string[];
}
