import type { ChangeEvent } from '@sluice/contract/webhooks';

export interface BatchLimits {
  readonly events: number;
  /** The most bytes of one delivery's whole body. */
  readonly bytes: number;
}

/** The bytes of a body without events: the frame, a date of 24 characters and a signature of 64. */
const frameBytes = '{"payload":{"date":"","events":[]},"signature":""}'.length + 24 + 64;

/** Cuts changes into deliveries, in their order. An event that is too large for any delivery gets its own. */
export function inBatches(events: readonly ChangeEvent[], limits: BatchLimits): ChangeEvent[][] {
  const batches: ChangeEvent[][] = [];
  let batch: ChangeEvent[] = [];
  let bytes = frameBytes;
  for (const event of events) {
    // One more for the comma.
    const size = Buffer.byteLength(JSON.stringify(event)) + 1;
    if (batch.length > 0 && (batch.length >= limits.events || bytes + size > limits.bytes)) {
      batches.push(batch);
      [batch, bytes] = [[], frameBytes];
    }
    // The first has none.
    bytes += batch.length === 0 ? size - 1 : size;
    batch.push(event);
  }
  return batch.length === 0 ? batches : [...batches, batch];
}
