import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { startDiskDatabase } from '@sluice/local/disk-database';
import { databaseBinary } from '../../packages/local/src/dynamodb/database-binary.ts';

type Database = Awaited<ReturnType<typeof startDiskDatabase>>;

interface Contents {
  readonly table: string;
  readonly keys: Parameters<Database['createTable']>[1];
  readonly items: AsyncIterable<object>;
}

/**
 * A database on disk that has the items from its start. The embedded database imports them from an export, which is four times
 * as fast as requests that write 25 items each.
 */
export async function startLoaded(folder: string, { table, keys, items }: Contents): Promise<Database> {
  const [exported, schema] = [join(folder, 'export'), join(folder, 'schema.json')];
  await mkdir(join(exported, table, 'data'), { recursive: true });
  await writeFile(schema, JSON.stringify([await describedTable(folder, { table, keys })]));
  await pipeline(linesOf(items), createWriteStream(join(exported, table, 'data', 'items.json')));
  await mkdir(join(folder, 'database'));
  const file = join(folder, 'database', 'dynamodb.db');
  const argv = ['import', '--source', exported, '--schema', schema, '--output', file];
  await promisify(execFile)(databaseBinary(), argv);
  await rm(exported, { recursive: true });
  return startDiskDatabase(join(folder, 'database'));
}

/** The description of a table that a database has made with these keys. */
async function describedTable(folder: string, { table, keys }: Omit<Contents, 'items'>): Promise<object> {
  const database = await startDiskDatabase(join(folder, 'empty'));
  try {
    await database.createTable(table, keys);
    const { Table } = await database.client().send(new DescribeTableCommand({ TableName: table }));
    return { Table };
  } finally {
    await database.stop();
  }
}

async function* linesOf(items: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify({ Item: attributesOf(item) })}\n`;
}

/** The values of an item as in an export: each with its type. */
function attributesOf(item: object): object {
  const set = Object.entries(item).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, attributeOf(value)]));
}

function attributeOf(value: unknown): object {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value === 'object') return { M: attributesOf(value) };
  throw new Error(`An item cannot hold a ${typeof value}.`);
}
