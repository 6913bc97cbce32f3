import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import type { Running } from '../bench.ts';
import { total, type Sent } from '../counting.ts';
import { count, short } from '../figures.ts';
import { openSite, type Site } from './site.ts';
import { actions, writeCases, type Action, type WriteCase } from './write-cases.ts';

/** What a record costs that is created, changed, or sent again as it is: by kind and by the way it comes. */
export async function measureWrites(
  { records }: { records: number },
  { folder, say, show }: Running,
): Promise<void> {
  const site = await openSite(folder, 'writes');
  try {
    await learnDialect(site);
    const rows: string[][] = [];
    for (const writeCase of writeCases) {
      say(`Writing: ${writeCase.kind} by ${writeCase.by}`);
      rows.push(...(await rowsOf(site, writeCase, Math.min(records, writeCase.most))));
    }
    show({
      title: 'What a record costs: requests for 100 records, and units for one',
      head: [
        'record',
        'by',
        'is',
        'at once',
        'requests / 100',
        'reads',
        'table',
        'index',
        'lookups',
        'written in all',
        'plain',
        'besides, a request',
      ],
      rows,
      notes: [
        'Units as the database reports them: reads of 4 KB, strong ones whole, others half; writes of 1 KB, double in a transaction.',
        'Table: the record itself, and the check that a unique value is still its own. Plain: one unconditional put of the same fields, with neither index nor lookups.',
        'Besides: written once a request, whatever it holds: its rate; and for an import its states and the asking for its end.',
      ],
    });
  } finally {
    await site.close();
  }
}

/** The first update of a process may be sent twice, until it knows the database's dialect: see TableAccess. */
async function learnDialect(site: Site): Promise<void> {
  for (const langCode of ['de', 'en'])
    await site.importAll([
      { schema: 'client', lookup: 'name', records: [{ name: 'Before anything is counted', langCode }] },
    ]);
}

async function rowsOf(site: Site, writeCase: WriteCase, size: number): Promise<string[][]> {
  await writeCase.before?.(site);
  const numbers = Array.from({ length: size }, (_, n) => n);
  const changed = numbers.map(writeCase.changed);
  const plain = await plainUnits(site, writeCase.record(0));
  const steps: Record<Action, readonly object[]> = {
    created: numbers.map(writeCase.record),
    updated: changed,
    unchanged: changed,
  };
  const rows: string[][] = [];
  let ids: string[] = [];
  for (const action of actions) {
    const { answer, sent } = await site.counting.during(() =>
      writeCase.write(
        site,
        steps[action].map((record) => ({ ...record })),
        ids,
      ),
    );
    ids = answer;
    rows.push(rowOf({ writeCase, action, sent, size, plain }));
  }
  return rows;
}

interface Counted {
  readonly writeCase: WriteCase;
  readonly action: Action;
  readonly sent: readonly Sent[];
  readonly size: number;
  readonly plain: number;
}

function rowOf({ writeCase, action, sent, size, plain }: Counted): string[] {
  const { kind, by, change } = writeCase;
  const all = total(sent);
  const ofRecords = total(sent.filter(({ labels }) => labels.includes(kind)));
  const ofLookups = total(sent.filter(({ labels }) => labels.join() === 'lookup'));
  const written = ofRecords.writeUnits + ofRecords.indexWriteUnits + ofLookups.writeUnits;
  return [
    kind,
    by,
    action === 'updated' ? `updated: ${change}` : action,
    count(size),
    short((all.requests * 100) / size),
    short(all.readUnits / size),
    short(ofRecords.writeUnits / size),
    short(ofRecords.indexWriteUnits / size),
    short(ofLookups.writeUnits / size),
    short(written / size),
    short(plain),
    short(all.writeUnits + all.indexWriteUnits - written),
  ];
}

/** What the same fields take where nothing is searched, found or compared: put, and counted. */
async function plainUnits(site: Site, record: object): Promise<number> {
  const item = { pk: { S: 'plain' }, sk: { S: 'plain' }, f: { S: JSON.stringify(record) } };
  const put = new BatchWriteItemCommand({ RequestItems: { [site.table]: [{ PutRequest: { Item: item } }] } });
  const { sent } = await site.counting.during(() => site.client.send(put));
  return total(sent).writeUnits;
}
