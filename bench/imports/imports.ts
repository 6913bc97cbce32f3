import { tableShape } from '@sluice/data-access/dynamodb';
import { startDiskDatabase } from '@sluice/local/disk-database';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { parsed, wholeNumber, type Bench, type Running } from '../bench.ts';
import { total, type Sent, type Tally } from '../counting.ts';
import { count, median, short, times } from '../figures.ts';
import { openSite } from '../service/site.ts';
import { itemsOf, putItems, repeatStatements, writtenIn, type Written } from './bare.ts';
import { actions, clients, type Action } from './clients.ts';

interface Options {
  readonly records: number;
  readonly rounds: number;
}

/** One import of many clients: what it asks of the database, how fast it is beside the bare writes, and its memory. */
export const imports: Bench = {
  what: 'an import of many records: requests, units, speed beside the bare writes of the same items, memory',
  flags: '[--records 10000] [--rounds 3]',
  run: async (argv, running) => {
    const options = optionsOf(argv);
    const counted = await countRequestsOf(options, running);
    const measured = await measure(options, counted, running);
    show(options, { counted, measured }, running);
  },
};

function optionsOf(argv: readonly string[]): Options {
  const options = {
    records: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
  } as const;
  const { values } = parsed(() => parseArgs({ args: [...argv], options }));
  return {
    records: wholeNumber('--records', values.records),
    rounds: wholeNumber('--rounds', values.rounds),
  };
}

interface Counted {
  /** The table that the statements name. */
  readonly table: string;
  readonly sent: Readonly<Record<Action, readonly Sent[]>>;
  readonly written: Readonly<Record<Action, Written>>;
}

async function countRequestsOf({ records }: Options, { folder, say }: Running): Promise<Counted> {
  const site = await openSite(folder, 'counted');
  try {
    // The first update of a process may be sent twice, until it knows how the database takes it.
    for (const langCode of ['de', 'en'])
      await site.importAll([
        { schema: 'client', lookup: 'name', records: [{ name: 'Before anything is counted', langCode }] },
      ]);
    const sent: Record<Action, Sent[]> = { created: [], updated: [], unchanged: [] };
    for (const action of actions) {
      say(`Counting the requests of ${count(records)} records ${action}.`);
      sent[action] = (await site.counting.during(() => site.importAll(clients(action, records)))).sent;
    }
    const { created, updated, unchanged } = sent;
    const written = {
      created: writtenIn(created),
      updated: writtenIn(updated),
      unchanged: writtenIn(unchanged),
    };
    return { table: site.table, sent, written };
  } finally {
    await site.close();
  }
}

interface Measured {
  readonly ms: number;
  readonly statementsMs: number;
  readonly putsMs: number;
  readonly peakMegabytes: number;
}

type Figures = Record<Action, Measured[]>;

async function measure(
  { records, rounds }: Options,
  counted: Counted,
  { folder, say }: Running,
): Promise<Figures> {
  const database = await startDiskDatabase(join(folder, 'timed'));
  const client = database.client();
  const figures: Figures = { created: [], updated: [], unchanged: [] };
  try {
    const { created, updated } = counted.written;
    const items = itemsOf(created);
    const itemsAfter: Record<Action, typeof items> = {
      created: items,
      updated: itemsOf(updated, items),
      unchanged: [],
    };
    for (let round = 1; round <= rounds; round += 1) {
      say(`Round ${round} of ${rounds}.`);
      const [imported, repeated, put] = ['imported', 'repeated', 'put'].map((name) => `${name}-${round}`);
      for (const table of [imported, repeated, put]) await database.createTable(table ?? '', tableShape);
      const worker = await runWorker(database.endpoint, imported ?? '', records);
      for (const [at, action] of actions.entries()) {
        const tables = [counted.table, repeated ?? ''] as const;
        const statementsMs = await repeatStatements(client, counted.written[action], tables);
        const putsMs = await putItems(client, itemsAfter[action], put ?? '');
        figures[action].push({ ...worker[at]!, statementsMs, putsMs });
      }
    }
    return figures;
  } finally {
    await database.stop();
  }
}

const workerFigures = z.array(z.object({ ms: z.number(), peakMegabytes: z.number() }));

/** The figures of each action, in order. */
async function runWorker(endpoint: string, table: string, records: number) {
  const entry = fileURLToPath(new URL('worker.ts', import.meta.url));
  const run = await promisify(execFile)(process.execPath, [entry, endpoint, table, String(records)]);
  return workerFigures.parse(JSON.parse(run.stdout));
}

function show(
  { records, rounds }: Options,
  { counted, measured }: { counted: Counted; measured: Figures },
  running: Running,
): void {
  running.show({
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
    rows: actions.map((action) =>
      rowOf(action, records, { sent: counted.sent[action], runs: measured[action] }),
    ),
    notes: [
      `Medians of ${rounds} rounds, each in an empty table of a database on disk. Requests and units for what is sent from the call of \`import\` to its end; units of one record, table, index and lookup entries together.`,
      'To the same statements: the time of the worker to that of its own writes repeated in another table, lookup entries included, as many requests at once and nothing around them. To bare puts: to 25 items a request without conditions, which leave the same items.',
      'Peak memory: of the process of the worker, all that is resident; bodies and plans lie in it, too, as there is no bucket.',
    ],
  });
}

const isRead = ({ operation }: Sent): boolean => ['BatchGetItem', 'Query', 'GetItem'].includes(operation);

function rowOf(
  action: Action,
  records: number,
  { sent, runs }: { sent: readonly Sent[]; runs: readonly Measured[] },
): string[] {
  const reads: Tally = total(sent.filter(isRead));
  const writes: Tally = total(sent.filter((one) => !isRead(one)));
  const ms = median(runs.map((run) => run.ms));
  const ratioTo = (bare: (run: Measured) => number): string =>
    action === 'unchanged' ? '–' : times(ms / median(runs.map(bare)));
  return [
    action,
    short((reads.requests * 100) / records),
    short((writes.requests * 100) / records),
    short(reads.readUnits / records),
    short((writes.writeUnits + writes.indexWriteUnits) / records),
    count(Math.round((records * 1000) / ms)),
    ratioTo((run) => run.statementsMs),
    ratioTo((run) => run.putsMs),
    `${Math.round(Math.max(...runs.map((run) => run.peakMegabytes)))} MB`,
  ];
}
