import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sending } from '../testing/sending.ts';
import { startMemoryDatabase } from './memory-database.ts';
import { inOneCommit } from './one-commit.ts';
import type { Answer, Send } from './send.ts';
import { senderTo } from './sender.ts';
import type { TestDatabase } from './test-database.ts';

let database: TestDatabase;
let sender: ReturnType<typeof senderTo>;
beforeAll(async () => {
  database = await startMemoryDatabase();
  sender = senderTo(database.endpoint);
});
afterAll(async () => {
  sender.close();
  await database.stop();
});

interface Write {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly key: string;
  readonly was: string;
  readonly bytes: number;
  readonly isIndexed: boolean;
}

function statementOf(table: string, { kind, key, was, bytes, isIndexed }: Write): object {
  const [pk, sk, v, text, g] = [{ S: key }, { S: 's' }, { N: was }, { S: 'x'.repeat(bytes) }, { S: 'g' }];
  const where = 'WHERE "pk" = ? AND "sk" = ? AND "v" = ?';
  if (kind === 'delete') return { Statement: `DELETE FROM "${table}" ${where}`, Parameters: [pk, sk, v] };
  if (kind === 'update')
    return { Statement: `UPDATE "${table}" SET "t" = ? ${where}`, Parameters: [text, pk, sk, v] };
  const names = ['pk', 'sk', 'v', 't', ...(isIndexed ? ['g', 'gs'] : [])];
  return {
    Statement: `INSERT INTO "${table}" VALUE {${names.map((name) => `'${name}': ?`).join(', ')}}`,
    Parameters: [pk, sk, v, text, g, sk].slice(0, names.length),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

const write = fc.record<Write>({
  kind: fc.constantFrom('insert', 'insert', 'update', 'delete'),
  key: fc.constantFrom(...'abcdefghijkl'),
  was: fc.constantFrom('1', '1', '1', '2'),
  bytes: fc.constantFrom(1, 10, 1500, 420_000),
  isIndexed: fc.boolean(),
});
/** Of one request: a batch may not have an item twice, which is also one of its outcomes. */
const batch = fc.record({
  writes: fc.array(write, { minLength: 1, maxLength: 12 }),
  detail: fc.constantFrom('INDEXES', 'TOTAL', 'NONE', undefined),
});

let tables = 0;

async function newTable(): Promise<string> {
  const name = `table-${(tables += 1)}`;
  const index = { name: 'byG', partitionKey: 'g', sortKey: 'gs' };
  await database.createTable(name, { partitionKey: 'pk', sortKey: 'sk', index });
  return name;
}

const plain = (answer: Answer, table: string): object => ({
  status: answer.status,
  body: JSON.parse(answer.body.text.replaceAll(table, 'table')),
});

test('batches in one commit have the outcomes, the units and the items of batches that commit each statement', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
      const [one, other] = [await newTable(), await newTable()];
      const send = async (by: Send, table: string, { writes, detail }: (typeof batches)[number]) => {
        const Statements = writes.map((each) => statementOf(table, each));
        const wanted = detail === undefined ? {} : { ReturnConsumedCapacity: detail };
        return plain(await sending(by)('BatchExecuteStatement', { Statements, ...wanted }), table);
      };
      for (const each of batches)
        expect(await send(inOneCommit(sender.send), one, each)).toEqual(await send(sender.send, other, each));
      const [those, these] = [one, other].map((TableName) => sending(sender.send)('Scan', { TableName }));
      expect((await those)?.body.value).toEqual((await these)?.body.value);
    }),
    { numRuns: 60 },
  );
});

test('the writes of a batch that the database takes are one request, and so is each other operation', async () => {
  const sent: string[] = [];
  const counted = sending(
    inOneCommit((request) => {
      sent.push(request.operation);
      return sender.send(request);
    }),
  );
  const table = await newTable();
  const inserts = ['a', 'b'].map((key) =>
    statementOf(table, { kind: 'insert', key, was: '1', bytes: 1, isIndexed: true }),
  );
  await counted('BatchExecuteStatement', { Statements: inserts });
  expect(sent.splice(0)).toEqual(['ExecuteTransaction']);
  await counted('BatchExecuteStatement', { Statements: inserts });
  expect(sent.splice(0)).toEqual(['ExecuteTransaction', 'BatchExecuteStatement']);
  await counted('BatchExecuteStatement', { Statements: inserts.slice(1) });
  await counted('Scan', { TableName: table });
  expect(sent).toEqual(['BatchExecuteStatement', 'Scan']);
});
