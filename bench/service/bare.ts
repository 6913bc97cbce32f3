import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  QueryCommand,
  type BatchGetCommandInput,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Sent } from '../counting.ts';

/** The reads of a page once more, by the SDK alone. */
export type Bare = () => Promise<void>;

// They were sent by the SDK's own commands: what is checked is which command it was.
const queryInput = z.custom<QueryCommandInput>(
  (input) => z.object({ KeyConditionExpression: z.string() }).safeParse(input).success,
);
const batchInput = z.custom<BatchGetCommandInput>(
  (input) => z.object({ RequestItems: z.object() }).safeParse(input).success,
);

/** What the page asked of users, in the same order: its queries at once, then the records that they point to. */
export function bareOf(client: DynamoDBClient, sent: readonly Sent[]): Bare {
  const inputs = (operation: string): object[] =>
    sent
      .filter((each) => each.operation === operation && each.labels.includes('user'))
      .map(({ input }) => input);
  const queries = inputs('Query').map((input) => queryInput.parse(input));
  const batches = inputs('BatchGetItem').map((input) => batchInput.parse(input));
  return async () => {
    await Promise.all(queries.map((input) => client.send(new QueryCommand(input))));
    await Promise.all(batches.map((input) => client.send(new BatchGetCommand(input))));
  };
}
