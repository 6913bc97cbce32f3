import type { Construct } from 'constructs';
import type { Grant } from './grant.ts';
import { RecordTable, type TableDefinition } from './record-table.ts';

type LedgerEnv = { readonly LEDGER_TABLE: string };

/** Told twice, here and by the adapter of the ledger, which infra may not import: a test holds them together. */
export const ledgerTable: TableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  index: { name: 'byTime', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
};

/** Runs, batches, submissions and their history. No grant allows to delete: the ledger is what an auditor reads. */
export class LedgerTable extends RecordTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      definition: ledgerTable,
      name: 'ledger',
      impact: 'Every drop moves slowly: whatever happens to a run is written into this table first.',
    });
  }

  grantRead(): Grant<LedgerEnv> {
    return { env: { LEDGER_TABLE: this.table.tableName }, allow: (role) => this.allowRead(role) };
  }

  /** Reads all, and writes down which days were sealed: whoever seals can alter nothing of what is sealed. */
  grantNoteSeals(): Grant<LedgerEnv> {
    return {
      env: { LEDGER_TABLE: this.table.tableName },
      allow: (role) => {
        this.allowRead(role);
        this.allow(role, ['dynamodb:PutItem'], {
          'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['seals'] },
        });
      },
    };
  }

  grantReadWrite(): Grant<LedgerEnv> {
    return {
      env: { LEDGER_TABLE: this.table.tableName },
      allow: (role) => {
        this.allowRead(role);
        this.allow(role, ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem']);
      },
    };
  }
}
