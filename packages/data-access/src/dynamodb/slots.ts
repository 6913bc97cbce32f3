import { partitionItems, updateWhere, type TableAccess } from '@sluice/aws-kit/dynamodb';
import * as z from 'zod';
import { placesFor, type HeldSlot, type Slot, type SlotStore, type WantedSlot } from '../store/slots.ts';
import { slotKey } from './keys.ts';

/** When the table may delete a slot. Conditions compare the time themselves, so this is no deadline. */
const keptForMs = 24 * 3_600_000;

const stored = z.object({ sk: z.string(), holder: z.string(), heldUntil: z.string() });

interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues: Readonly<Record<string, string>>;
}

/*
 * Each slot is an item that is taken on condition that it is free.
 */
export function createDynamoSlots(access: TableAccess): SlotStore {
  return {
    take: async (wanted, now) => {
      for (let tried = 0; tried <= wanted.slots; tried += 1) {
        const [place] = await places(access, wanted, now);
        if (place === undefined) return undefined;
        const slot = { of: wanted.of, holder: wanted.holder, place };
        if (await put(access, { slot, until: wanted.until }, isFree(wanted, now))) return slot;
      }
      return undefined;
    },
    hold: (slot, until) =>
      put(
        access,
        { slot, until },
        {
          ConditionExpression: 'holder = :me',
          ExpressionAttributeValues: { ':me': slot.holder },
        },
      ),
  };
}

const isFree = ({ holder }: WantedSlot, now: Date): Condition => ({
  ConditionExpression: 'attribute_not_exists(pk) OR holder = :me OR heldUntil <= :now',
  ExpressionAttributeValues: { ':me': holder, ':now': now.toISOString() },
});

async function places(access: TableAccess, wanted: WantedSlot, now: Date): Promise<number[]> {
  const held = new Map<number, HeldSlot>();
  for (const item of await partitionItems(access, slotKey(wanted.of, 0).pk)) {
    const { sk, holder, heldUntil: until } = stored.parse(item);
    held.set(Number(sk), { holder, until });
  }
  return placesFor(wanted, (place) => held.get(place), now.toISOString());
}

async function put(
  access: TableAccess,
  { slot, until }: { readonly slot: Slot; readonly until: string },
  { ConditionExpression, ExpressionAttributeValues }: Condition,
): Promise<boolean> {
  const answer = await updateWhere(access, {
    Key: slotKey(slot.of, slot.place),
    UpdateExpression: 'SET holder = :holder, heldUntil = :until, expires = :expires',
    ConditionExpression,
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ':holder': slot.holder,
      ':until': until,
      ':expires': Math.ceil((Date.parse(until) + keptForMs) / 1000),
    },
  });
  return answer !== undefined;
}
