import * as z from 'zod';
import { itemSchema } from '../iam/requests/items.ts';
import { textOfKey } from './recent-writes.ts';
import type { Answer, Send } from './send.ts';
import type { TableShapes } from './table-shape.ts';
import { writtenBy } from './written-items.ts';

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
export function conflicts(send: Send, shapes: () => TableShapes): Send {
  const held = new Set<string>();

  return async (operation, body) => {
    const isTransaction = transactions.has(operation);
    const checked = isTransaction
      ? checksSchema.parse(body).TransactItems.flatMap(({ ConditionCheck: check }) => check ?? [])
      : [];
    const places = [
      ...writtenBy(operation, body, shapes()).map(({ table, key }) => `${table} ${textOfKey(key)}`),
      ...checked.map(({ TableName, Key }) => `${TableName} ${textOfKey(Key)}`),
    ];
    const conflicting = places.map((place) => held.has(place));
    if (conflicting.includes(true)) return isTransaction ? cancelled(conflicting) : conflict;
    if (!isTransaction) return send(operation, body);
    for (const place of places) held.add(place);
    try {
      return await send(operation, body);
    } finally {
      for (const place of places) held.delete(place);
    }
  };
}

const namespace = 'com.amazonaws.dynamodb.v20120810#';
const why = 'Transaction is ongoing for the item';

const conflict: Answer = {
  status: 400,
  body: JSON.stringify({ __type: `${namespace}TransactionConflictException`, message: why }),
};

function cancelled(conflicting: readonly boolean[]): Answer {
  const CancellationReasons = conflicting.map((is) =>
    is ? { Code: 'TransactionConflict', Message: why } : { Code: 'None' },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  const __type = `${namespace}TransactionCanceledException`;
  return { status: 400, body: JSON.stringify({ __type, Message, CancellationReasons }) };
}
