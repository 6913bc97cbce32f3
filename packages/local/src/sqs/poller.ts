import { setTimeout as sleep } from 'node:timers/promises';
import { MessageSystemAttributeName, type Message, type SQS } from '@aws-sdk/client-sqs';
import { region } from '../templates/pseudo-parameters.ts';
import { failedOf } from './batch-outcome.ts';

export interface PollerOptions {
  readonly client: SQS;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly batchSize: number;
  /** How long to gather a batch that is not full. */
  readonly windowSeconds: number;
  /** How many invocations may be under way at once. */
  readonly concurrency: number;
  readonly reportsItemFailures: boolean;
  /** How long a message that failed stays invisible. At least 1. */
  readonly retrySeconds: number;
  readonly invoke: (event: string) => Promise<{ ok: boolean; payload: string }>;
  readonly log: (line: string) => void;
}

export interface Poller {
  /** Receives no more. What is under way may end, or be cut off: its messages are redelivered. */
  stop(): void;
}

interface Received {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly record: object;
}

/** Stands in for Lambda's own poller of a queue. */
export function startPoller(options: PollerOptions): Poller {
  const stopping = new AbortController();
  let underway = 0;
  let freed: (() => void) | undefined;

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (underway >= options.concurrency) await new Promise<void>((resolve) => (freed = resolve));
      const messages = await gather(options, stopping.signal);
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

async function gather(options: PollerOptions, stopped: AbortSignal): Promise<Received[]> {
  const gathered = await receive(options, { wait: 20, most: options.batchSize, stopped });
  const until = Date.now() + options.windowSeconds * 1000;
  while (
    gathered.length > 0 &&
    gathered.length < options.batchSize &&
    Date.now() < until &&
    !stopped.aborted
  ) {
    const wait = Math.ceil((until - Date.now()) / 1000);
    gathered.push(...(await receive(options, { wait, most: options.batchSize - gathered.length, stopped })));
  }
  return gathered;
}

interface Receive {
  readonly wait: number;
  readonly most: number;
  readonly stopped: AbortSignal;
}

async function receive(
  { client, queueUrl, queueArn, log }: PollerOptions,
  { wait, most, stopped }: Receive,
): Promise<Received[]> {
  try {
    const { Messages = [] } = await client.receiveMessage(
      {
        QueueUrl: queueUrl,
        WaitTimeSeconds: Math.min(20, wait),
        MaxNumberOfMessages: Math.min(10, most),
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
  const event = JSON.stringify({ Records: messages.map(({ record }) => record) });
  const answer = await options.invoke(event);
  const failed = failedMessages(messages, answer, options);
  const done = messages.filter((message) => !failed.includes(message));
  for (const some of inTens(done)) {
    const Entries = some.map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
    }));
    await options.client.deleteMessageBatch({ QueueUrl: options.queueUrl, Entries });
  }
  for (const some of inTens(failed)) {
    const Entries = some.map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: options.retrySeconds,
    }));
    await options.client.changeMessageVisibilityBatch({ QueueUrl: options.queueUrl, Entries });
  }
}

function failedMessages(
  messages: readonly Received[],
  answer: { ok: boolean; payload: string },
  { reportsItemFailures }: PollerOptions,
): readonly Received[] {
  if (!answer.ok) return messages;
  return reportsItemFailures ? failedOf(messages, answer.payload) : [];
}

function inTens<T>(list: readonly T[]): T[][] {
  const tens: T[][] = [];
  for (let at = 0; at < list.length; at += 10) tens.push(list.slice(at, at + 10));
  return tens;
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
