import { z } from 'zod';

const storeSchema = z.object({
  emails: z.array(
    z.object({
      from: z.string(),
      destination: z.object({ to: z.array(z.string()) }),
      subject: z.string(),
      body: z.object({ text: z.string().optional() }),
    }),
  ),
});

export interface SentMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** The mails that were sent on this machine, oldest first. */
export async function sentMails(mailUrl: string): Promise<SentMail[]> {
  const response = await fetch(`${mailUrl.replace(/\/$/, '')}/store`);
  const { emails } = storeSchema.parse(await response.json());
  return emails.map(({ from, destination, subject, body }) => ({
    from,
    to: destination.to,
    subject,
    text: body.text ?? '',
  }));
}
