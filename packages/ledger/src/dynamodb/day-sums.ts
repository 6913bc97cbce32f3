import { daySumsSchema, type DaySums } from '../model/day-sums.ts';
import { daySumsKey } from './keys.ts';
import { putItem, queryItems, type TableAccess } from './table-access.ts';

export const keepDaySums = (access: TableAccess, sums: DaySums): Promise<void> =>
  putItem(access, { ...daySumsKey(sums.day), ...sums });

/** A year of them fits into a page. What cannot be read is left out: it is counted again. */
export async function readDaySums(access: TableAccess, from: string, until: string): Promise<DaySums[]> {
  const { pk } = daySumsKey(from);
  const found: DaySums[] = [];
  const query = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :until',
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':until': until },
  };
  for await (const item of queryItems(access, query)) {
    const { data } = daySumsSchema.safeParse(item);
    if (data !== undefined) found.push(data);
  }
  return found;
}
