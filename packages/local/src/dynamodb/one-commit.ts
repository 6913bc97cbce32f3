import * as z from 'zod';
import { parsed, statementSchema } from '../iam/partiql.ts';
import { Json } from '../base/json.ts';
import { isNone, type Answer, type Send } from './send.ts';

const batchSchema = z.object({ Statements: z.array(statementSchema) });

const unitsSchema = z.object({ CapacityUnits: z.number() });
const capacitySchema = z.object({
  TableName: z.string(),
  Table: unitsSchema,
  GlobalSecondaryIndexes: z.record(z.string(), unitsSchema).optional(),
});
const answerSchema = z.object({ ConsumedCapacity: z.array(capacitySchema).optional() });

/**
 * The database commits each statement of a batch by itself, and syncs its file each time. So this sends a batch of writes as one
 * transaction, whose commit is one. When the database refuses that, nothing was written, and the batch is sent as it came: then
 * each statement has its own outcome. Callers see no difference, except that the writes of a batch may become visible at once.
 */
export function inOneCommit(send: Send): Send {
  return async (request) => {
    if (request.operation !== 'BatchExecuteStatement') return send(request);
    const { members } = request;
    const { Statements } = batchSchema.parse(members);
    // The text of a statement that has several outcomes, such as one that returns something, is not understood by a transaction.
    if (Statements.length < 2) return send(request);
    const { ReturnConsumedCapacity: detail } = members;
    const transaction = request.as('ExecuteTransaction', {
      TransactStatements: members['Statements'],
      ...(isNone(detail) ? {} : { ReturnConsumedCapacity: 'INDEXES' }),
    });
    const answer = await send(transaction);
    if (answer.status !== 200) return send(request);
    const tables = Statements.map(({ Statement }) => parsed(Statement).table);
    return asBatch(answer, tables, detail);
  };
}

/** The answer that the batch would have had. */
function asBatch({ status, body }: Answer, tables: readonly string[], detail: unknown): Answer {
  const Responses = tables.map((TableName) => ({ TableName }));
  const { ConsumedCapacity } = answerSchema.parse(body.value);
  const capacities = ConsumedCapacity?.map((capacity) => unitsOutside(capacity, detail));
  return { status, body: Json.ofValue({ Responses, ConsumedCapacity: capacities }) };
}

/** In a transaction, the database counts the writes of a table twice, and those of its indexes once. */
function unitsOutside(
  { TableName, Table, GlobalSecondaryIndexes }: z.infer<typeof capacitySchema>,
  detail: unknown,
): object {
  const ofTable = Table.CapacityUnits / 2;
  const ofIndexes = Object.values(GlobalSecondaryIndexes ?? {});
  const CapacityUnits = ofIndexes.reduce((sum, index) => sum + index.CapacityUnits, ofTable);
  if (detail !== 'INDEXES') return { TableName, CapacityUnits };
  return { TableName, CapacityUnits, Table: { CapacityUnits: ofTable }, GlobalSecondaryIndexes };
}
