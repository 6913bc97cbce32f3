import type { Construct } from 'constructs';
import type { Grant } from './grant.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import { RecordTable, type PartitionWrites, type TableDefinition } from './record-table.ts';

type LedgerEnv = { readonly LEDGER_TABLE: string };

/** Declared here and in the ledger's adapter, which infra may not import. A test checks that they are equal. */
export const ledgerTable: TableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  index: { name: 'byTime', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
};

const puts = (...partitions: string[]): PartitionWrites => ({ actions: ['PutItem'], partitions });

/** A run or a migration with its batches, submissions and history: whoever moves it writes the event with it. */
const runs = 'run#*';
/** By which a run is found: whoever records an importId writes this first. */
const imports = 'importId#*';
/** Who wrote in a lane last. */
const writers = 'writer#*';
/** What is known about the hourly limit of the service. */
const budgets = 'budget#*';

/** What each function writes, by the keys of `packages/ledger/src/dynamodb/keys.ts`. A test compares both ways. */
const uses = {
  readDrop: [puts(runs, 'months')],
  submitBatch: [puts(runs, budgets, imports)],
  // It also decides which run has the lane, and which one imports this content, and records which version landed last.
  trackRun: [
    puts(runs, budgets, 'lane#*', writers, 'landed#*', 'claim#*'),
    { actions: ['ConditionCheckItem'], partitions: [runs] },
  ],
  reportRun: [puts(runs)],
  recordMailEvent: [puts(runs)],
  recordRevert: [puts(runs, writers)],
  sweep: [puts(runs, 'sweep')],
  // It records who uploaded profiles and what migrations are made of.
  scheduleMigration: [puts(runs)],
  // It also decides which start of a migration has its turn.
  runMigration: [puts(runs, 'migration#*')],
  // A person may attach an import.
  actOnRun: [puts(runs, imports)],
  actOnMigration: [puts(runs)],
  eraseRuns: [puts(runs)],
  // It only records which days were sealed, which lists they got before, and their sums: what seals the history cannot alter it.
  sealHistory: [puts('seals', 'seals#*', 'days')],
  redrive: [],
} satisfies Record<string, PartitionWrites[]>;

/** Those that look for runs or migrations by the index. The others know their keys, or an importId. */
const finders: readonly (keyof typeof uses)[] = [
  'readDrop',
  'trackRun',
  'reportRun',
  'sweep',
  'runMigration',
  'actOnMigration',
  'eraseRuns',
  'sealHistory',
];

/** Runs, batches, submissions and their history. No grant allows deleting or updating, since auditors rely on the ledger. */
export class LedgerTable extends RecordTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      definition: ledgerTable,
      name: 'ledger',
      existing: stageAround(scope).tables.ledger.name,
      impact: 'Every drop moves slowly: each step of a run is written to this table first.',
    });
  }

  grantRead(): Grant<LedgerEnv> {
    return this.grant(this.#env(), {});
  }

  /** Reads what it needs, and writes what the function writes. A report about a mail names its run, an upload its version. */
  grantFor(use: keyof typeof uses): Grant<LedgerEnv> {
    const lists = use !== 'recordMailEvent' && use !== 'scheduleMigration';
    return this.grant(this.#env(), { writes: uses[use], lists, finds: finders.includes(use) });
  }

  /** What a restored table lost. */
  lostTime(): { readonly LEDGER_LOST?: string } {
    const { lost } = stageAround(this).tables.ledger;
    return lost === undefined ? {} : { LEDGER_LOST: JSON.stringify(lost) };
  }

  #env(): LedgerEnv {
    return { LEDGER_TABLE: this.table.tableName };
  }
}
