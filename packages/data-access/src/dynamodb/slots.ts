import { UpdateItemCommand, type UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import { placesFor, type HeldSlot, type Slot, type SlotStore, type WantedSlot } from '../store/slots.ts';
import { isConditionFailure } from './conditions.ts';
import { slotKey } from './keys.ts';
import { attributeKey, queryPages, textOf, type TableAccess } from './table-access.ts';

/** The table may forget a slot that nobody holds; conditions look at the time themselves. */
const keptForMs = 24 * 3_600_000;

type Condition = Pick<UpdateItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;

/*
 * Each place of a site is an item of its own, taken on the condition that it is free: of those who want it at once one
 * gets it, and the others look again.
 */
export function createDynamoSlots(access: TableAccess): SlotStore {
  return {
    take: async (wanted, now) => {
      for (let tried = 0; tried <= wanted.slots; tried += 1) {
        const [place] = await places(access, wanted, now);
        if (place === undefined) return undefined;
        const slot = { siteId: wanted.siteId, importId: wanted.importId, place };
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
          ExpressionAttributeValues: { ':me': { S: slot.importId } },
        },
      ),
  };
}

const isFree = ({ importId }: WantedSlot, now: Date): Condition => ({
  ConditionExpression: 'attribute_not_exists(pk) OR holder = :me OR heldUntil <= :now',
  ExpressionAttributeValues: { ':me': { S: importId }, ':now': { S: now.toISOString() } },
});

async function places(access: TableAccess, wanted: WantedSlot, now: Date): Promise<number[]> {
  const held = new Map<number, HeldSlot>();
  const query = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: slotKey(wanted.siteId, 0).pk } },
    ConsistentRead: true,
  };
  for await (const items of queryPages(access, query)) {
    for (const item of items) {
      const [importId = '', until = ''] = [textOf(item, 'holder'), textOf(item, 'heldUntil')];
      held.set(Number(textOf(item, 'sk')), { importId, until });
    }
  }
  return placesFor(wanted, (place) => held.get(place), now.toISOString());
}

async function put(
  { client, table }: TableAccess,
  { slot, until }: { readonly slot: Slot; readonly until: string },
  { ConditionExpression, ExpressionAttributeValues }: Condition,
): Promise<boolean> {
  const expires = Math.ceil((Date.parse(until) + keptForMs) / 1000);
  try {
    await client.send(
      new UpdateItemCommand({
        TableName: table,
        Key: attributeKey(slotKey(slot.siteId, slot.place)),
        UpdateExpression: 'SET holder = :holder, heldUntil = :until, expires = :expires',
        ConditionExpression,
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ':holder': { S: slot.importId },
          ':until': { S: until },
          ':expires': { N: String(expires) },
        },
      }),
    );
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return false;
  }
}
