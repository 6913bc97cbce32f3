import { dataTable } from '@sluice/functions/data-api/env';
import type { Construct } from 'constructs';
import type { Grant } from './grant.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import { RecordTable, type PartitionWrites } from './record-table.ts';

type DataEnv = { readonly DATA_TABLE: string };

const records = (...kinds: string[]) => kinds.map((kind) => `R#*#${kind}#*`);
const lookups = 'L#*';
// One `BatchExecuteStatement` carries 25 conditional writes, each with an error of its own.
const many = ['PartiQLInsert', 'PartiQLUpdate'];
/** Entries of lookups: claimed, marked as shared, and moved. */
const claims: PartitionWrites[] = [
  { actions: many, partitions: [lookups] },
  { actions: ['UpdateItem'], partitions: [lookups] },
];

const imported = records('user', 'listItem:*', 'interestAccount', 'issue', 'role');

/** Leaves lose the rows of records that change, and are removed with the last. */
const leaves = 'U#*';
const losingRows: PartitionWrites = { actions: ['PartiQLUpdate', 'PartiQLDelete'], partitions: [leaves] };

/** What each function writes, by the keys of `packages/data-access/src/dynamodb/keys.ts`. A test compares both ways. */
const uses = {
  operations: [
    { actions: ['PutItem'], partitions: [...records('user', 'listItem:*', 'import'), 'K#*'] },
    { actions: ['ConditionCheckItem'], partitions: records('list') },
    { actions: ['UpdateItem'], partitions: ['Q#*', 'E#*', 'N#wait:*'] },
    // Of a token, only when it was last used.
    { actions: ['UpdateItem'], partitions: ['T#*'], attributes: ['pk', 'sk', 'used'] },
    losingRows,
    ...claims,
  ],
  control: [
    {
      actions: ['PutItem'],
      partitions: [...records('list', 'import'), 'S', 'S#*', 'T#*', 'K#*', 'W#*', 'D#*'],
    },
    { actions: ['ConditionCheckItem'], partitions: [lookups] },
    { actions: ['UpdateItem'], partitions: ['A', 'T#*'] },
    { actions: ['PartiQLInsert'], partitions: records('document', 'template', 'response:*') },
    { actions: ['PartiQLUpdate'], partitions: records('template') },
    ...claims,
  ],
  imports: [
    // The name of a list is unique, so lists are written with a check of their claims.
    { actions: ['PutItem'], partitions: [...records('list', 'import'), 'P#*', 'F#*'] },
    { actions: ['ConditionCheckItem'], partitions: [lookups] },
    { actions: many, partitions: imported },
    { actions: ['PartiQLInsert'], partitions: [leaves] },
    losingRows,
    { actions: ['PartiQLUpdate'], partitions: records('list') },
    ...claims,
  ],
  /** Only of records that are deleted, with entries of their values, and of the texts of imports. */
  erasing: [
    { actions: ['PutItem'], partitions: records('import') },
    { actions: ['PartiQLUpdate'], partitions: records('user', 'interestAccount', 'issue', 'role') },
    losingRows,
    { actions: ['UpdateItem'], partitions: ['A'] },
    ...claims,
    { actions: ['PartiQLDelete'], partitions: [lookups] },
  ],
  deliveries: [
    { actions: ['PutItem'], partitions: ['W#*', 'D#*'] },
    { actions: ['UpdateItem'], partitions: ['A'] },
  ],
} satisfies Record<string, PartitionWrites[]>;

/** Every site's records, tokens, imports and lookup entries. */
export class DataTable extends RecordTable {
  constructor(scope: Construct, id: string) {
    const { name: existing, warmWrites } = stageAround(scope).tables.data;
    super(scope, id, {
      definition: dataTable,
      name: 'records',
      existing,
      warmWrites,
      impact: 'Callers of the service wait longer for each answer, and imports are applied slowly.',
    });
  }

  /** Reads everything, and writes what the function writes. */
  grantFor(use: keyof typeof uses): Grant<DataEnv> {
    return this.grant({ DATA_TABLE: this.table.tableName }, { writes: uses[use] });
  }
}
