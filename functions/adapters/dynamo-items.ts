import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ConsoleItems } from '@sluice/console-api/items';
import type { Outside } from './outside.ts';

/** Items of a table with the key `key`. DynamoDB removes them some time after `expires`, in seconds. */
export function createDynamoItems(outside: Outside, table: string): ConsoleItems {
  const client = DynamoDBDocumentClient.from(outside.client(DynamoDBClient), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const put = (condition: string) => async (key: string, item: object, until: Date) => {
    const Item = { key, item, expires: Math.ceil(until.getTime() / 1000) };
    const ExpressionAttributeNames = { '#key': 'key' };
    const command = new PutCommand({
      ...{ TableName: table, Item, ConditionExpression: condition, ExpressionAttributeNames },
    });
    try {
      await client.send(command);
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };
  return {
    get: async (key) => {
      const found = await client.send(
        new GetCommand({ TableName: table, Key: { key }, ConsistentRead: true }),
      );
      return found.Item?.['item'];
    },
    add: put('attribute_not_exists(#key)'),
    replace: put('attribute_exists(#key)'),
    take: async (key) => {
      const command = new DeleteCommand({ TableName: table, Key: { key }, ReturnValues: 'ALL_OLD' });
      return (await client.send(command)).Attributes?.['item'];
    },
  };
}
