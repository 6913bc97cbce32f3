import * as z from 'zod';
import { coldStart, invoke, type Definition, type Invocation, type LambdaContext } from './invocation.ts';
import { log, logAbout, type About } from './log.ts';

const eventSchema = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      receiptHandle: z.string(),
      eventSourceARN: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.string().pipe(z.coerce.number()) }),
    }),
  ),
});
export type SqsEvent = z.input<typeof eventSchema>;
type Record = z.output<typeof eventSchema>['Records'][number];

/** The messages that come back; all others are done (`ReportBatchItemFailures`). */
export interface SqsResponse {
  readonly batchItemFailures: { readonly itemIdentifier: string }[];
}

export interface RecordContext extends Invocation {
  readonly messageId: string;
  /** From 1. Approximate, as SQS itself states. */
  readonly receiveCount: number;
}

/** A message that was not done. The queue delivers it again, or moves it to the dead letters. */
export interface FailedMessage {
  readonly queueArn: string;
  readonly receiptHandle: string;
  /** From 1. Approximate, as SQS itself states. */
  readonly receiveCount: number;
  /** It only came too early: see `postpones`. */
  readonly isPostponed: boolean;
}

export interface SqsDefinition<E, S, M> extends Definition<E, S> {
  readonly message: z.ZodType<M>;
  /** Runs once per message. An error is logged, and the message comes back. */
  readonly each: (message: M, services: S, context: RecordContext) => Promise<void>;
  /** The ids of what the message concerns: every line logged for it carries them. */
  readonly about?: (message: M) => About;
  /** Whether an error only means that the message came too early. It comes back like any other, but is not logged as an error. */
  readonly postpones?: (error: unknown) => boolean;
  /** Runs after a message was not done. Its own error is logged. */
  readonly failed?: (message: FailedMessage) => Promise<void>;
}

/**
 * A function behind a queue. Records run one after another, and each fails alone. A body that is no message fails
 * every time, until the queue moves it to the dead letters.
 */
export function sqsFunction<E, S, M>(
  definition: SqsDefinition<E, S, M>,
): (event: SqsEvent, context: LambdaContext) => Promise<SqsResponse> {
  const servicesOnce = coldStart(definition);
  return (event, context) =>
    invoke(context, async (invocation) => {
      const { Records } = eventSchema.parse(event);
      const services = await servicesOnce();
      const batchItemFailures: { itemIdentifier: string }[] = [];
      for (const record of Records) {
        const end = await runOne(record, definition, { services, invocation });
        if (end === 'done') continue;
        batchItemFailures.push({ itemIdentifier: record.messageId });
        await noteFailed(record, end === 'postponed', definition);
      }
      return { batchItemFailures };
    });
}

async function noteFailed<E, S, M>(
  { messageId, receiptHandle, eventSourceARN: queueArn, attributes }: Record,
  isPostponed: boolean,
  { failed }: SqsDefinition<E, S, M>,
): Promise<void> {
  const receiveCount = attributes.ApproximateReceiveCount;
  try {
    await failed?.({ queueArn, receiptHandle, receiveCount, isPostponed });
  } catch (error) {
    log.error('failure_not_noted', error, { messageId, receiveCount });
  }
}

async function runOne<E, S, M>(
  { messageId, body, attributes }: Record,
  { message, each, about, postpones }: SqsDefinition<E, S, M>,
  { services, invocation }: { readonly services: S; readonly invocation: Invocation },
): Promise<'done' | 'failed' | 'postponed'> {
  const facts = { messageId, receiveCount: attributes.ApproximateReceiveCount };
  let read: M;
  try {
    read = message.parse(JSON.parse(body));
  } catch (error) {
    log.error('message_unreadable', error, facts);
    return 'failed';
  }
  return logAbout(about?.(read) ?? {}, async () => {
    try {
      await each(read, services, { ...invocation, ...facts });
      return 'done';
    } catch (error) {
      if (postpones?.(error) === true) {
        log.info('message_postponed', facts);
        return 'postponed';
      }
      log.error('message_failed', error, facts);
      return 'failed';
    }
  });
}
