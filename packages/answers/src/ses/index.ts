import { SendEmailCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { longestSendMs, type Attachment, type Mail, type Mailer, type SendOutcome } from '../mail/mail.ts';
import { outcomeOfError } from './outcome.ts';

export interface SesMailerOptions {
  readonly client: SESv2Client;
  /** An address of a verified identity. */
  readonly from: string;
  /** The configuration set of SES that publishes what happens to a mail. */
  readonly configurationSet?: string | undefined;
}

/** What SES allows in one mail. */
const recipientsAtMost = 50;

/** Sends through SES, all recipients in one mail. Only the client itself retries. */
export function createSesMailer({ client, from, configurationSet }: SesMailerOptions): Mailer {
  return {
    send: async (to, mail, tags = {}) => {
      if (to.length === 0) return { kind: 'refused', code: 'NoRecipients' };
      if (to.length > recipientsAtMost) return { kind: 'refused', code: 'TooManyRecipients' };
      return send(client, commandOf({ from, to, configurationSet, tags }, mail));
    },
  };
}

async function send(client: SESv2Client, command: SendEmailCommand): Promise<SendOutcome> {
  try {
    const { MessageId } = await client.send(command, { abortSignal: AbortSignal.timeout(longestSendMs) });
    return { kind: 'sent', messageId: MessageId ?? '' };
  } catch (error) {
    return outcomeOfError(error);
  }
}

interface Envelope extends Pick<SesMailerOptions, 'from' | 'configurationSet'> {
  readonly to: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

function commandOf(
  { from, to, configurationSet, tags }: Envelope,
  { subject, text, html, attachment }: Mail,
): SendEmailCommand {
  const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [...to] },
    ...(configurationSet !== undefined && {
      ConfigurationSetName: configurationSet,
      EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
    }),
    Content: {
      Simple: {
        Subject: content(subject),
        Body: { Text: content(text), Html: content(html) },
        ...(attachment && { Attachments: [attached(attachment)] }),
      },
    },
  });
}

const attached = ({ fileName, contentType, bytes }: Attachment) => ({
  FileName: fileName,
  ContentType: contentType,
  ContentDisposition: 'ATTACHMENT' as const,
  RawContent: bytes,
});
