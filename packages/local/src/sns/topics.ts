import type { Authority } from '../iam/authority.ts';
import { accountId } from '../base/pseudo-parameters.ts';

/** A queue that gets the messages of a topic as they are. */
export interface Subscription {
  readonly queueArn: string;
  /** Fields of the message, each with the values of which it must have one. */
  readonly filter: Readonly<Record<string, readonly string[]>>;
}

export interface Topics {
  subscribe(topicArn: string, subscription: Subscription): void;
  /** A service sends a message to a topic, on behalf of a resource. Who may not is logged, as on AWS nobody learns of it. */
  publish(topicArn: string, message: Readonly<Record<string, unknown>>, sender: Sender): Promise<void>;
}

export interface Sender {
  /** `ses.amazonaws.com` */
  readonly service: string;
  readonly sourceArn: string;
}

export interface TopicsOptions {
  readonly authority: Authority;
  readonly send: (queueArn: string, body: string) => Promise<void>;
  readonly log: (line: string) => void;
}

/** SNS: topics that deliver to queues. */
export function createTopics({ authority, send, log }: TopicsOptions): Topics {
  const subscriptions = new Map<string, Subscription[]>();

  function mayNot({ service, sourceArn }: Sender, action: string, resource: string): boolean {
    const context = { 'aws:SourceArn': [sourceArn], 'aws:SourceAccount': [accountId] };
    const refused = authority.refusalOfService(service, { action, resource, context });
    if (refused !== undefined) log(refused);
    return refused !== undefined;
  }

  return {
    subscribe: (topicArn, subscription) => {
      subscriptions.set(topicArn, [...(subscriptions.get(topicArn) ?? []), subscription]);
    },
    publish: async (topicArn, message, sender) => {
      if (mayNot(sender, 'sns:Publish', topicArn)) return;
      const topic = { service: 'sns.amazonaws.com', sourceArn: topicArn };
      for (const { queueArn, filter } of subscriptions.get(topicArn) ?? []) {
        const passes = Object.entries(filter).every(([field, values]) =>
          values.includes(String(message[field])),
        );
        if (passes && !mayNot(topic, 'sqs:SendMessage', queueArn))
          await send(queueArn, JSON.stringify(message));
      }
    },
  };
}
