import { setTimeout as sleep } from 'node:timers/promises';
import { MessageSystemAttributeName, type Message, type SQS } from '@aws-sdk/client-sqs';
import { region } from '../base/pseudo-parameters.ts';
import { whenAdmitted } from '../lambda/throttled.ts';
import { failedOf } from './batch-outcome.ts';

export interface PollerOptions {
  readonly client: SQS;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly batchSize: number;
  /** How long a batch waits until it is full. 0: it has what one receive returns. */
  readonly windowSeconds: number;
  /** Of the queue. */
  readonly visibilitySeconds: number;
  /** How many invocations may run at once. */
  readonly concurrency: number;
  readonly invoke: (event: string) => Promise<{ ok: boolean; payload: string }>;
  readonly log: (line: string) => void;
}

/** Seconds that a receive may wait. */
const longestWait = 20;

interface Received {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly record: object;
}

/**
 * Replaces Lambda's own poller of a queue. A batch that Lambda throttles is tried again, with growing pauses, until its messages
 * are visible again. A message that failed stays invisible for the timeout of its queue, unless the function has changed that.
 * After `stop` it receives no more messages. Invocations that run then may be cut off; their messages are redelivered.
 */
export function startPoller(options: PollerOptions): { stop(): void } {
  const stopping = new AbortController();
  let underway = 0;
  let freed: (() => void) | undefined;

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (underway >= options.concurrency) await new Promise<void>((resolve) => (freed = resolve));
      const messages = await gather(options, stopping.signal);
      if (messages.length === 0) continue;
      underway += 1;
      void deliver(messages, options, stopping.signal)
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
  const { batchSize, windowSeconds } = options;
  const messages = await receive(options, { most: batchSize, waitSeconds: longestWait }, stopped);
  const until = performance.now() + windowSeconds * 1000;
  while (messages.length > 0 && messages.length < batchSize && !stopped.aborted) {
    const left = Math.ceil((until - performance.now()) / 1000);
    if (left <= 0) break;
    const more = { most: batchSize - messages.length, waitSeconds: Math.min(left, longestWait) };
    messages.push(...(await receive(options, more, stopped)));
  }
  return messages;
}

async function receive(
  { client, queueUrl, queueArn, log }: PollerOptions,
  { most, waitSeconds }: { readonly most: number; readonly waitSeconds: number },
  stopped: AbortSignal,
): Promise<Received[]> {
  try {
    const { Messages = [] } = await client.receiveMessage(
      {
        QueueUrl: queueUrl,
        WaitTimeSeconds: waitSeconds,
        MaxNumberOfMessages: most,
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

async function deliver(
  messages: readonly Received[],
  options: PollerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { client, queueUrl: QueueUrl, visibilitySeconds } = options;
  const event = JSON.stringify({ Records: messages.map(({ record }) => record) });
  const longestMs = visibilitySeconds * 1000;
  const patience = { longestMs, firstPauseMs: 1000, longestPauseMs: 60_000, signal };
  const invoked = await whenAdmitted(() => options.invoke(event), patience);
  if (invoked === undefined) return;
  const failed = invoked.ok ? failedOf(messages, invoked.payload) : messages;
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
