import { z, type ZodType } from 'zod';
import { coldStart, invoke, type Definition, type Invocation, type LambdaContext } from './invocation.ts';
import { log, logAbout, type About } from './log.ts';

const eventSchema = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.coerce.number() }),
    }),
  ),
});

/** What SQS hands to a function: messages with their texts. */
export interface SqsEvent {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    readonly attributes: { readonly ApproximateReceiveCount: string };
  }[];
}

/** The messages that come back; all others are done (`ReportBatchItemFailures`). */
export interface SqsResponse {
  readonly batchItemFailures: { readonly itemIdentifier: string }[];
}

export interface RecordContext extends Invocation {
  readonly messageId: string;
  /** From 1. Approximate, as SQS says itself. */
  readonly receiveCount: number;
}

export interface SqsDefinition<E, S, M> extends Definition<E, S> {
  /** Of the message's JSON. */
  readonly message: ZodType<M>;
  /** Runs once per message. What it throws is logged, and the message comes back. */
  readonly each: (message: M, services: S, context: RecordContext) => Promise<void>;
  /** Ids of what the message is about: every line that is logged over it carries them. */
  readonly about?: (message: M) => About;
}

type Record = z.infer<typeof eventSchema>['Records'][number];

/**
 * A function behind a queue. Records run one after another, each fails alone, and one whose text is not a message
 * fails every time, until the queue puts it aside as a dead letter.
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
        const isDone = await runOne(record, definition, { services, invocation });
        if (!isDone) batchItemFailures.push({ itemIdentifier: record.messageId });
      }
      return { batchItemFailures };
    });
}

async function runOne<E, S, M>(
  { messageId, body, attributes }: Record,
  { message, each, about }: SqsDefinition<E, S, M>,
  { services, invocation }: { readonly services: S; readonly invocation: Invocation },
): Promise<boolean> {
  const receiveCount = attributes.ApproximateReceiveCount;
  const parsed = parseJson(body, message);
  if (!parsed.success) {
    log.error('message_unreadable', parsed.error, { messageId, receiveCount });
    return false;
  }
  return logAbout(about?.(parsed.data) ?? {}, async () => {
    try {
      await each(parsed.data, services, { ...invocation, messageId, receiveCount });
      return true;
    } catch (error) {
      log.error('message_failed', error, { messageId, receiveCount });
      return false;
    }
  });
}

function parseJson<M>(
  text: string,
  schema: ZodType<M>,
): { success: true; data: M } | { success: false; error: unknown } {
  try {
    return schema.safeParse(JSON.parse(text));
  } catch (error) {
    return { success: false, error };
  }
}
