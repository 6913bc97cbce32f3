import { changeEventSchema, type ChangeEvent } from '@sluice/webhooks';
import { z } from 'zod';
import type { Blobs } from '../store/blobs.ts';
import type { DeliveryRef } from '../store/webhook.ts';

const events = z.array(changeEventSchema);

/** The events of deliveries as they are kept in the bucket: they are signed anew at each try. */
export function deliveryEvents(blobs: Blobs) {
  const keyOf = ({ siteId, webhookId, deliveryId }: DeliveryRef): string =>
    `deliveries/${siteId}/${webhookId}/${deliveryId}`;
  return {
    get: async (ref: DeliveryRef): Promise<ChangeEvent[] | undefined> => {
      const found = await blobs.get(keyOf(ref));
      return found && events.parse(JSON.parse(new TextDecoder().decode(found.bytes)));
    },
    put: (ref: DeliveryRef, kept: readonly ChangeEvent[]): Promise<void> =>
      blobs.put(keyOf(ref), JSON.stringify(kept), 'application/json'),
  };
}
