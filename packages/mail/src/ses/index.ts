import { SendEmailCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import type { Mail, Mailer, SendOutcome } from '../mail.ts';
import { outcomeOfError } from './outcome.ts';

export interface SesMailerOptions {
  readonly client: SESv2Client;
  /** An address of a verified identity. */
  readonly from: string;
}

/** What SES allows in one mail. */
const recipientsAtMost = 50;

/** Sends through SES, all recipients in one mail. Tries again only as the client does by itself. */
export function createSesMailer({ client, from }: SesMailerOptions): Mailer {
  return {
    send: async (to, mail) => {
      if (to.length === 0) return { kind: 'refused', code: 'NoRecipients' };
      if (to.length > recipientsAtMost) return { kind: 'refused', code: 'TooManyRecipients' };
      return send(client, commandOf({ from, to }, mail));
    },
  };
}

async function send(client: SESv2Client, command: SendEmailCommand): Promise<SendOutcome> {
  try {
    const { MessageId } = await client.send(command);
    return { kind: 'sent', messageId: MessageId ?? '' };
  } catch (error) {
    return outcomeOfError(error);
  }
}

function commandOf(
  { from, to }: { readonly from: string; readonly to: readonly string[] },
  { subject, text, html }: Mail,
): SendEmailCommand {
  const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [...to] },
    Content: { Simple: { Subject: content(subject), Body: { Text: content(text), Html: content(html) } } },
  });
}
