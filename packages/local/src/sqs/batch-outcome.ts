import * as z from 'zod';

const responseSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().nullish() })).nullish() })
  .nullish();

export interface Delivered {
  readonly messageId: string;
  readonly receiptHandle: string;
}

/**
 * The messages that the function failed to process, by Lambda's rules. An empty answer means none. An answer that cannot
 * be read, or that names a message outside the batch, means all.
 */
export function failedOf<M extends Delivered>(messages: readonly M[], answer: string): readonly M[] {
  const parsed = responseSchema.safeParse(parse(answer));
  if (!parsed.success) return messages;
  const failures = parsed.data?.batchItemFailures ?? [];
  const ids = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
  const failed = messages.filter(({ messageId }) => ids.has(messageId));
  return failed.length === ids.size ? failed : messages;
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return { batchItemFailures: 'unreadable' };
  }
}
