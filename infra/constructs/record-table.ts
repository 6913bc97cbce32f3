import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  Table,
  TableEncryption,
  type ITable,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { addOutputs } from '../stack/add-outputs.ts';
import { throttles } from './dashboard.ts';
import { allowKey, keyFor } from './encryption.ts';
import type { Grant } from './grant.ts';
import { Operations } from './operations.ts';

interface Keys {
  readonly partitionKey: string;
  readonly sortKey: string;
}

/** Plain data, as the functions declare it beside their environment. All keys are strings. */
export interface TableDefinition extends Keys {
  /** The attribute with the time (seconds since 1970) after which DynamoDB may delete an item. */
  readonly timeToLive?: string;
  /** `include` names the attributes beside the keys; by default the index has all. */
  readonly index: Keys & { readonly name: string; readonly include?: readonly string[] };
}

const text = (name: string) => ({ name, type: AttributeType.STRING });

const reading = ['dynamodb:GetItem'];
const listing = ['dynamodb:Query'];
/** What the index lists is read strongly, many items at once. */
const finding = ['dynamodb:BatchGetItem'];

/** Writes to the partitions whose keys match, and only to these attributes, keys and conditions included. */
export interface PartitionWrites {
  readonly actions: readonly string[];
  readonly partitions: readonly string[];
  readonly attributes?: readonly string[];
}

/** What a table on demand and its index take from the beginning, without being warm. */
const writesOfNewTable = 4000;
/** A new record is one unit in the index, and one with three lookup entries in the table. */
const tableToIndex = 4;

const warm = (writeUnitsPerSecond: number) =>
  writeUnitsPerSecond > writesOfNewTable && { warmThroughput: { writeUnitsPerSecond } };

function addIndex(
  table: Table,
  { name, partitionKey, sortKey, include }: TableDefinition['index'],
  warmWrites: number,
): void {
  table.addGlobalSecondaryIndex({
    ...warm(Math.ceil(warmWrites / tableToIndex)),
    indexName: name,
    partitionKey: text(partitionKey),
    sortKey: text(sortKey),
    ...(include
      ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...include] }
      : { projectionType: ProjectionType.ALL }),
  });
}

/** A table on demand, encrypted, restorable to any second of five weeks, and not deleted with its stack. */
export class RecordTable extends Construct {
  readonly table: ITable;
  readonly #index: string;

  /** @param props the table's name for people, who is affected when AWS throttles it, and the table that exists in its place */
  constructor(
    scope: Construct,
    id: string,
    {
      definition,
      name,
      impact,
      existing,
      warmWrites = writesOfNewTable,
    }: {
      readonly definition: TableDefinition;
      readonly name: string;
      readonly impact: string;
      readonly existing: string | undefined;
      /** Write units a second that a new table takes from the beginning. */
      readonly warmWrites?: number;
    },
  ) {
    super(scope, id);
    this.table =
      existing === undefined
        ? this.#create(definition, warmWrites)
        : Table.fromTableAttributes(this, 'Table', { tableName: existing });
    // For the doctor: it is no resource of the stack.
    if (existing !== undefined) addOutputs(Stack.of(this), { AdoptedTable: existing });
    this.#index = `${this.table.tableArn}/index/${definition.index.name}`;
    this.#watch(name, impact);
  }

  #create(definition: TableDefinition, warmWrites: number): Table {
    const encryptionKey = keyFor('tables', this);
    const table = new Table(this, 'Table', {
      partitionKey: text(definition.partitionKey),
      sortKey: text(definition.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(encryptionKey
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }
        : { encryption: TableEncryption.AWS_MANAGED }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      // Also when a creation fails: CloudFormation could not delete a protected table, and would get stuck.
      removalPolicy: RemovalPolicy.RETAIN,
      ...(definition.timeToLive !== undefined && { timeToLiveAttribute: definition.timeToLive }),
      ...warm(warmWrites),
    });
    addIndex(table, definition.index, warmWrites);
    return table;
  }

  /** A table on demand is throttled while it grows, or where one key is hot. Every caller retries, so a few are harmless. */
  #watch(name: string, impact: string): void {
    const operations = Operations.of(this);
    operations.watched.tables.push({ name, table: this.table });
    const period = Duration.minutes(15);
    const [reads, writes] = throttles(this.table, period);
    operations.alarm(this, {
      name: `${name}-throttles`,
      impact,
      metric: new MathExpression({
        expression: 'FILL(reads, 0) + FILL(writes, 0)',
        usingMetrics: { reads, writes },
        label: 'Reads and writes put off',
        period,
      }),
      threshold: 100,
      isDetail: true,
    });
  }

  /** Reads items by their keys, lists them, by the index too where it finds some, and writes only to these partitions. */
  protected grant<Env extends object>(
    env: Env,
    {
      writes = [],
      lists = true,
      finds = true,
    }: { readonly writes?: readonly PartitionWrites[]; readonly lists?: boolean; readonly finds?: boolean },
  ): Grant<Env> {
    const resources = [this.table.tableArn];
    return {
      env,
      allow: (role) => {
        allowKey('tables', role);
        const actions = [...reading, ...(lists ? listing : []), ...(finds ? finding : [])];
        role.addToPolicy(new PolicyStatement({ actions, resources }));
        if (finds) role.addToPolicy(new PolicyStatement({ actions: listing, resources: [this.#index] }));
        for (const { actions, partitions, attributes } of writes)
          role.addToPolicy(
            new PolicyStatement({
              actions: actions.map((action) => `dynamodb:${action}`),
              resources,
              conditions: {
                'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] },
                ...(attributes && {
                  'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
                }),
              },
            }),
          );
      },
    };
  }
}
