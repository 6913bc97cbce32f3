import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import type { Running } from '../bench.ts';
import { total, type Sent } from '../counting.ts';
import { count, short } from '../table.ts';
import { openSite, type Site } from './site.ts';
import { actions, learnDialect, writeCases, type WriteCase } from './write-cases.ts';

/** The cost of a record that is created, changed, or sent again unchanged, for each kind and operation. */
export async function measureWrites({ folder, say, show, options }: Running): Promise<void> {
  const site = await openSite(folder, 'writes');
  try {
    await learnDialect(site);
    const rows: string[][] = [];
    for (const writeCase of writeCases) {
      say(`Writing: ${writeCase.kind} by ${writeCase.by}`);
      rows.push(...(await rowsOf(site, writeCase, Math.min(options.whole('records'), writeCase.most))));
    }
    show({
      title: 'What a record costs: requests for 100 records, and units for one',
      head: 'record,by,is,at once,requests / 100,reads,table,index,lookups,written in all,plain,per request'.split(
        ',',
      ),
      rows,
      notes: [
        'Units are from the database. A read unit is 4 KB, and half a unit for a read that is not strongly consistent. A write unit is 1 KB; in a transaction, writes count double.',
        'Table: the record itself, and the check that a unique value still belongs to it. Plain: one put of the same fields without conditions, indexes or lookups.',
        'Index: entries by time of update, and leaves of records that imports create together.',
        'Per request: written once for every request: its rate, and for an import its states. Site: the fields by which the site has looked clients up; each client has a value in all three. In the first case of a kind, per request includes the first use of a field.',
      ],
    });
  } finally {
    await site.close();
  }
}

async function rowsOf(site: Site, writeCase: WriteCase, size: number): Promise<string[][]> {
  await writeCase.before?.(site);
  const numbers = Array.from({ length: size }, (_, n) => n);
  const plain = await plainUnits(site, writeCase.record(0));
  const rows: string[][] = [];
  let ids: string[] = [];
  for (const action of actions) {
    const records = numbers.map(action === 'created' ? writeCase.record : writeCase.changed);
    const { answer, sent } = await site.counting.during(() => writeCase.write(site, records, ids));
    ids = answer;
    const { kind, by, change } = writeCase;
    const is = action === 'updated' ? `updated: ${change}` : action;
    rows.push([kind, by, is, count(size), ...costs(kind, sent, { size, plain })]);
  }
  return rows;
}

function costs(
  kind: string,
  sent: readonly Sent[],
  { size, plain }: { size: number; plain: number },
): string[] {
  const all = total(sent);
  const records = total(sent.filter(({ labels }) => labels.includes(kind)));
  const lookups = total(sent.filter(({ labels }) => labels.join() === 'lookup'));
  const leaves = total(sent.filter(({ labels }) => labels.join() === 'leaf'));
  const index = records.indexWriteUnits + leaves.writeUnits;
  const written = records.writeUnits + index + lookups.writeUnits;
  return [
    (all.requests * 100) / size,
    all.readUnits / size,
    records.writeUnits / size,
    index / size,
    lookups.writeUnits / size,
    written / size,
    plain,
    all.writeUnits + all.indexWriteUnits - written,
  ].map(short);
}

/** The write units of the same fields without indexes, lookup entries or conditions. */
async function plainUnits(site: Site, record: object): Promise<number> {
  const item = { pk: { S: 'plain' }, sk: { S: 'plain' }, f: { S: JSON.stringify(record) } };
  const put = new BatchWriteItemCommand({ RequestItems: { [site.table]: [{ PutRequest: { Item: item } }] } });
  return total((await site.counting.during(() => site.client.send(put))).sent).writeUnits;
}
