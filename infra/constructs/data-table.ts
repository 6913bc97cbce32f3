import { dataTable } from '@sluice/functions/data-api/env';
import type { Construct } from 'constructs';
import type { Grant } from './grant.ts';
import { RecordTable } from './record-table.ts';

type DataEnv = { readonly DATA_TABLE: string };

const writing = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:ConditionCheckItem',
  // One `BatchExecuteStatement` carries 25 conditional writes, each with an error of its own.
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
];

/** Every site's records, tokens, imports and lookup entries. */
export class DataTable extends RecordTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      definition: dataTable,
      name: 'records',
      impact: 'Callers of the service wait longer for each answer, and imports are applied slowly.',
    });
  }

  grantReadWrite(): Grant<DataEnv> {
    return this.grant({ DATA_TABLE: this.table.tableName }, writing);
  }
}
