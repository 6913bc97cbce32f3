import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { openTable } from './table.ts';

it('sends requests that no step copies for a log', () => {
  const logs = (client: DynamoDBClient) => client.middlewareStack.remove('loggerMiddleware');
  expect(logs(new DynamoDBClient())).toBe(true);
  const client = new DynamoDBClient();
  openTable({ client, table: 'records' });
  expect(logs(client)).toBe(false);
});
