import { openDatabase } from '../local-run/database.ts';
import type { RunningSystem } from '../running-system.ts';

/** What somebody with the keys of the database could do: names another person in an event of a run. @returns what puts it back */
export async function alterEvent(system: RunningSystem, runId: string, type: string) {
  const database = await openDatabase(system.folder, await system.addresses());
  const { TableNames = [] } = await database.listTables({});
  const TableName = TableNames.find((name) => name.includes('Ledger')) ?? '';
  const { Items = [] } = await database.query({
    TableName,
    KeyConditionExpression: 'pk = :run AND begins_with(sk, :event)',
    ExpressionAttributeValues: { ':run': { S: `run#${runId}` }, ':event': { S: 'event#' } },
  });
  const Item = Items.find((one) => one['type']?.S === type);
  if (Item?.['data']?.M === undefined) throw new Error(`Run ${runId} has no event ${type}.`);
  const data = { M: { ...Item['data'].M, by: { S: 'mallory@example.com' } } };
  await database.putItem({ TableName, Item: { ...Item, data } });
  return async (): Promise<void> => {
    await database.putItem({ TableName, Item });
    database.destroy();
  };
}
