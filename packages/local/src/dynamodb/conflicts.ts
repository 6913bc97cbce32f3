import * as z from 'zod';
import { itemSchema } from '../iam/item-requests.ts';
import { Json } from '../base/json.ts';
import { textOfKey } from './recent-writes.ts';
import type { Answer, Send } from './send.ts';
import type { TableRequest } from './table-request.ts';

const transactions: ReadonlySet<string> = new Set(['TransactWriteItems', 'ExecuteTransaction']);
const checksSchema = z.object({
  TransactItems: z
    .array(z.looseObject({ ConditionCheck: z.object({ TableName: z.string(), Key: itemSchema }).optional() }))
    .default([]),
});

/**
 * Cancels a transaction, and refuses any other write, of an item that a transaction under way has. Unlike AWS, it refuses a batch
 * as a whole.
 */
export function conflicts(send: Send): Send {
  const held = new Set<string>();

  return async (request) => {
    const isTransaction = transactions.has(request.operation);
    if (!isTransaction && held.size === 0) return send(request);
    const places = placesOf(request, isTransaction);
    const conflicting = places.map((place) => held.has(place));
    if (conflicting.includes(true)) return isTransaction ? cancelled(conflicting) : conflict;
    if (!isTransaction) return send(request);
    for (const place of places) held.add(place);
    try {
      return await send(request);
    } finally {
      for (const place of places) held.delete(place);
    }
  };
}

/** The items that it writes, and those that it checks. */
function placesOf({ written, members }: TableRequest, isTransaction: boolean): string[] {
  const checked = isTransaction
    ? checksSchema.parse(members).TransactItems.flatMap(({ ConditionCheck: check }) => check ?? [])
    : [];
  return [
    ...written.map(({ table, key }) => `${table} ${textOfKey(key)}`),
    ...checked.map(({ TableName, Key }) => `${TableName} ${textOfKey(Key)}`),
  ];
}

const namespace = 'com.amazonaws.dynamodb.v20120810#';
const why = 'Transaction is ongoing for the item';

const conflict: Answer = {
  status: 400,
  body: Json.ofValue({ __type: `${namespace}TransactionConflictException`, message: why }),
};

function cancelled(conflicting: readonly boolean[]): Answer {
  const CancellationReasons = conflicting.map((is) =>
    is ? { Code: 'TransactionConflict', Message: why } : { Code: 'None' },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  const __type = `${namespace}TransactionCanceledException`;
  return { status: 400, body: Json.ofValue({ __type, Message, CancellationReasons }) };
}
