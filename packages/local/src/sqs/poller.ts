import { setTimeout as sleep } from 'node:timers/promises';
import { MessageSystemAttributeName, type Message, type SQS } from '@aws-sdk/client-sqs';
import { region } from '../templates/pseudo-parameters.ts';
import { failedOf } from './batch-outcome.ts';

export interface PollerOptions {
  readonly client: SQS;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly batchSize: number;
  /** How many invocations may run at once. */
  readonly concurrency: number;
  readonly invoke: (event: string) => Promise<{ ok: boolean; payload: string }>;
  readonly log: (line: string) => void;
}

interface Received {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly record: object;
}

/**
 * Replaces Lambda's own poller of a queue. A message that failed stays invisible for the timeout of its queue, unless the function
 * has changed that. After `stop` it receives no more messages. Invocations that run then may be cut off; their messages are
 * redelivered.
 */
export function startPoller(options: PollerOptions): { stop(): void } {
  const stopping = new AbortController();
  let underway = 0;
  let freed: (() => void) | undefined;

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (underway >= options.concurrency) await new Promise<void>((resolve) => (freed = resolve));
      const messages = await receive(options, stopping.signal);
      if (messages.length === 0) continue;
      underway += 1;
      void deliver(messages, options)
        // Cut off while stopping: the messages are redelivered at the next start.
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) options.log(`${options.queueArn}: ${String(error)}`);
        })
        .finally(() => {
          underway -= 1;
          freed?.();
        });
    }
  }

  void poll();
  return { stop: () => stopping.abort() };
}

async function receive(
  { client, queueUrl, queueArn, batchSize, log }: PollerOptions,
  stopped: AbortSignal,
): Promise<Received[]> {
  try {
    const { Messages = [] } = await client.receiveMessage(
      {
        QueueUrl: queueUrl,
        WaitTimeSeconds: 20,
        MaxNumberOfMessages: batchSize,
        MessageSystemAttributeNames: [MessageSystemAttributeName.All],
        MessageAttributeNames: ['All'],
      },
      { abortSignal: stopped },
    );
    return Messages.map((message) => received(message, queueArn));
  } catch (error) {
    if (stopped.aborted) return [];
    log(`${queueArn}: cannot receive: ${String(error)}`);
    await sleep(1000);
    return [];
  }
}

async function deliver(messages: readonly Received[], options: PollerOptions): Promise<void> {
  const { client, queueUrl: QueueUrl } = options;
  const { ok, payload } = await options.invoke(
    JSON.stringify({ Records: messages.map(({ record }) => record) }),
  );
  const failed = ok ? failedOf(messages, payload) : messages;
  const done = messages.filter((message) => !failed.includes(message));
  const Entries = done.map(({ receiptHandle: ReceiptHandle }, index) => ({
    Id: String(index),
    ReceiptHandle,
  }));
  if (done.length > 0) await client.deleteMessageBatch({ QueueUrl, Entries });
}

function received(message: Message, queueArn: string): Received {
  const messageId = message.MessageId ?? '';
  const receiptHandle = message.ReceiptHandle ?? '';
  const messageAttributes = Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
      name,
      {
        stringValue: value.StringValue,
        binaryValue:
          value.BinaryValue === undefined ? undefined : Buffer.from(value.BinaryValue).toString('base64'),
        stringListValues: [],
        binaryListValues: [],
        dataType: value.DataType,
      },
    ]),
  );
  return {
    messageId,
    receiptHandle,
    record: {
      messageId,
      receiptHandle,
      body: message.Body ?? '',
      attributes: message.Attributes ?? {},
      messageAttributes,
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: queueArn,
      awsRegion: region,
    },
  };
}
