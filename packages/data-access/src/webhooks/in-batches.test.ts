import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '@sluice/contract/webhooks';
import { inBatches } from './in-batches.ts';
import { signedBody } from '@sluice/contract/webhooks';
import { anyEvents } from '@sluice/contract/testing/arbitrary-events';

const date = new Date('2026-03-01T08:00:00.000Z');
const bodyBytes = (events: ChangeEvent[]) => Buffer.byteLength(signedBody(events, { date, secret: 's' }));
const event = (docId: string): ChangeEvent => ({
  action: 'create',
  schema: 'user',
  docId,
  docUpdatedDate: date.toISOString(),
});

describe('changes that are cut into deliveries', () => {
  it('are none without changes, and one delivery when they fit', () => {
    expect(inBatches([], { events: 10, bytes: 1000 })).toEqual([]);
    const events = [event('1'), event('2')];
    expect(inBatches(events, { events: 10, bytes: bodyBytes(events) })).toEqual([events]);
  });

  it('are cut by one byte too many, of the whole body as it is sent', () => {
    const events = [event('1'), event('é')];
    expect(inBatches(events, { events: 10, bytes: bodyBytes(events) - 1 })).toEqual(
      events.map((one) => [one]),
    );
  });

  it('are cut by their count', () => {
    const events = Array.from({ length: 5 }, (_, index) => event(String(index)));
    const sizes = inBatches(events, { events: 2, bytes: 1_000_000 }).map(({ length }) => length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('send an event that is too large for any delivery alone', () => {
    const events = [event('1'), event('x'.repeat(5000)), event('2')];
    expect(inBatches(events, { events: 10, bytes: 1000 })).toEqual(events.map((one) => [one]));
  });

  it('are all there in their order, within the limits, in no more deliveries than one by one from the front', () => {
    const limits = fc.record({
      events: fc.integer({ min: 1, max: 4 }),
      bytes: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(anyEvents, limits, (events, limit) => {
        const batches = inBatches(events, limit);
        expect(batches.flat()).toEqual(events);
        for (const [index, batch] of batches.entries()) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(limit.events);
          if (batch.length > 1) expect(bodyBytes(batch)).toBeLessThanOrEqual(limit.bytes);
          const next = batches[index + 1]?.[0];
          if (next === undefined) continue;
          const couldTakeOneMore = batch.length < limit.events && bodyBytes([...batch, next]) <= limit.bytes;
          expect(couldTakeOneMore).toBe(false);
        }
      }),
    );
  });
});
