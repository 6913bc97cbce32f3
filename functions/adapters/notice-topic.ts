import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { Channel } from '@sluice/flow/notify/notifier';
import { longestSendMs } from '@sluice/answers';

interface TopicOptions {
  readonly name: string;
  readonly topicArn: string;
  readonly client: SNSClient;
}

/** What SNS takes as the subject of a mail to a subscriber: short ASCII on one line. */
const asSubject = (text: string): string => text.replaceAll(/[^ -~]/gu, '?').slice(0, 99);

/** A topic: its subscribers get the text, and filter by the attribute `event`. */
export function topicChannel({ name, topicArn, client }: TopicOptions): Channel {
  return {
    name,
    send: async ({ event, mail }) => {
      const command = new PublishCommand({
        TopicArn: topicArn,
        Subject: asSubject(mail.subject),
        Message: `${mail.subject}\n\n${mail.brief}`,
        MessageAttributes: { event: { DataType: 'String', StringValue: event } },
      });
      try {
        const { MessageId } = await client.send(command, { abortSignal: AbortSignal.timeout(longestSendMs) });
        return { kind: 'sent', messageId: MessageId ?? '' };
      } catch (error) {
        const code = error instanceof Error ? error.name : 'Unknown';
        return { kind: permanent.has(code) ? 'refused' : 'failed', code };
      }
    },
  };
}

/** A topic that is gone, or that this function may not publish to. */
const permanent = new Set(['NotFoundException', 'AuthorizationErrorException', 'InvalidParameterException']);
