import type { Construct } from 'constructs';
import type { Grant } from './grant.ts';
import { RecordTable, type TableDefinition } from './record-table.ts';

type LedgerEnv = { readonly LEDGER_TABLE: string };

/** Declared here and in the ledger's adapter, which infra may not import. A test checks that they are equal. */
export const ledgerTable: TableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  index: { name: 'byTime', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
};

/** Runs, batches, submissions and their history. No grant allows deleting, since auditors rely on the ledger. */
export class LedgerTable extends RecordTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      definition: ledgerTable,
      name: 'ledger',
      impact: 'Every drop moves slowly: each step of a run is written to this table first.',
    });
  }

  grantRead(): Grant<LedgerEnv> {
    return this.grant(this.#env());
  }

  /** Reads everything, and records which days were sealed: the function that seals cannot alter what it seals. */
  grantNoteSeals(): Grant<LedgerEnv> {
    return this.grant(this.#env(), ['dynamodb:PutItem'], {
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['seals'] },
    });
  }

  grantReadWrite(): Grant<LedgerEnv> {
    return this.grant(this.#env(), [
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:ConditionCheckItem',
    ]);
  }

  #env(): LedgerEnv {
    return { LEDGER_TABLE: this.table.tableName };
  }
}
