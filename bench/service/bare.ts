import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Sent } from '../counting.ts';

// The commands of the SDK have sent these inputs, so only the command needs a check.
const queryInput = z.custom<QueryCommandInput>((input) =>
  Object.hasOwn(Object(input), 'KeyConditionExpression'),
);
const batchInput = z.custom<BatchGetItemCommandInput>((input) =>
  Object.hasOwn(Object(input), 'RequestItems'),
);

/** Repeats the reads of users in the same order: the queries at once, then the records that they point to. */
export function bareOf(client: DynamoDBClient, sent: readonly Sent[]): () => Promise<void> {
  const inputs = (operation: string): object[] =>
    sent
      .filter((each) => each.operation === operation && each.labels.includes('user'))
      .map(({ input }) => input);
  const queries = inputs('Query').map((input) => queryInput.parse(input));
  const batches = inputs('BatchGetItem').map((input) => batchInput.parse(input));
  return async () => {
    await Promise.all(queries.map((input) => client.send(new QueryCommand(input))));
    await Promise.all(batches.map((input) => client.send(new BatchGetItemCommand(input))));
  };
}
