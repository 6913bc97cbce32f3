import { tableShape } from '@sluice/data-access/dynamodb';
import { startDiskDatabase } from '@sluice/local/disk-database';
import { join } from 'node:path';
import type { Bench, Running } from '../bench.ts';
import { isRead, total, type Sent } from '../counting.ts';
import type { Measured } from '../measured.ts';
import { byTurns, inChild, median } from '../rounds.ts';
import { openSite } from '../service/site.ts';
import { actions, clients, learnDialect, type Action } from '../service/write-cases.ts';
import { count, short, times } from '../table.ts';
import { itemsOf, putItems, repeatStatements, statementsIn } from './bare.ts';

/** One import of many clients: its requests to the database, its time compared with the bare writes, and its memory. */
export const imports: Bench = {
  what: 'an import of many records: requests, units, speed beside the bare writes of the same items, memory',
  options: { records: '10000', rounds: '3' },
  run: async (running) => {
    const { options, show } = running;
    const records = options.whole('records');
    const sent = await sentFor(records, running);
    const rounds = await measure(sent, running);
    show({
      title: `An import of ${count(records)} clients in one request`,
      head: [
        'records are',
        'read requests / 100',
        'write requests / 100',
        'read units',
        'write units',
        'records a second',
        'to the same statements',
        'to bare puts',
        'peak memory',
      ],
      rows: actions.map((action, at) =>
        rowOf(
          action,
          sent[action],
          rounds.map((round) => round[at]!),
        ),
      ),
      notes: [
        `Medians of ${options.whole('rounds')} rounds, each in an empty table of a database with a file. Requests and units are those from the call of \`import\` to its end. Units are for one record: table, index and lookup entries together.`,
        'To the same statements: the time of the worker divided by that of its writes alone, which are sent again to another table with as many requests at once. To bare puts: divided by the time of puts of the same items without conditions, 25 in a request.',
        'Peak memory: all resident memory of the worker process. There is no bucket, so it includes bodies and plans.',
      ],
    });
  },
};

type AllSent = Readonly<Record<Action, readonly Sent[]>>;
const countedTable = 'counted';

async function sentFor(records: number, { folder, say }: Running): Promise<AllSent> {
  const site = await openSite(folder, countedTable);
  try {
    await learnDialect(site);
    const sent: Record<Action, Sent[]> = { created: [], updated: [], unchanged: [] };
    for (const action of actions) {
      say(`Counting the requests of ${count(records)} records ${action}.`);
      sent[action] = (await site.counting.during(() => site.importAll(clients(action, records)))).sent;
    }
    return sent;
  } finally {
    await site.close();
  }
}

interface Timed extends Measured {
  readonly statementsMs: number;
  readonly putsMs: number;
}

/** For each round, the measurements of the actions in order. */
async function measure(sent: AllSent, { folder, options }: Running): Promise<Timed[][]> {
  const statements = actions.map((action) => statementsIn(sent[action]));
  const [created = [], updated = []] = statements;
  const items = [itemsOf(created), itemsOf(updated, itemsOf(created)), []];
  const database = await startDiskDatabase(join(folder, 'timed'));
  const client = database.client();
  const newTable = async (name: string): Promise<string> => {
    await database.createTable(name, tableShape);
    return name;
  };
  let number = 0;
  const oneRound = async (): Promise<Timed[]> => {
    number += 1;
    const args = [database.endpoint, await newTable(`imported-${number}`), String(options.whole('records'))];
    const worker = await inChild(new URL('worker.ts', import.meta.url), args);
    const [repeated, put] = [await newTable(`repeated-${number}`), await newTable(`put-${number}`)];
    const timed: Timed[] = [];
    for (const [at, figures] of worker.entries()) {
      const statementsMs = await repeatStatements(client, statements[at] ?? [], repeated);
      timed.push({ ...figures, statementsMs, putsMs: await putItems(client, items[at] ?? [], put) });
    }
    return timed;
  };
  try {
    const [rounds = []] = await byTurns(options.whole('rounds'), [oneRound]);
    return rounds;
  } finally {
    await database.stop();
  }
}

function rowOf(action: Action, sent: readonly Sent[], runs: readonly Timed[]): string[] {
  const records = runs[0]?.records ?? Number.NaN;
  const reads = total(sent.filter(isRead));
  const writes = total(sent.filter((one) => !isRead(one)));
  const ms = median(runs.map((run) => run.ms));
  const ratioTo = (bare: (run: Timed) => number): string =>
    action === 'unchanged' ? '–' : times(ms / median(runs.map(bare)));
  return [
    action,
    short((reads.requests * 100) / records),
    short((writes.requests * 100) / records),
    short(reads.readUnits / records),
    short((writes.writeUnits + writes.indexWriteUnits) / records),
    count((records * 1000) / ms),
    ratioTo((run) => run.statementsMs),
    ratioTo((run) => run.putsMs),
    `${Math.round(Math.max(...runs.map((run) => run.peakMegabytes)))} MB`,
  ];
}
