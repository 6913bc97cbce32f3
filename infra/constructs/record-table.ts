import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

interface Keys {
  readonly partitionKey: string;
  readonly sortKey: string;
}

/** Plain data, as the functions that use a table declare it beside their environment. All keys are strings. */
export interface TableDefinition extends Keys {
  /** The attribute after whose time (seconds since 1970) DynamoDB may delete an item. */
  readonly timeToLive?: string;
  /** `include` names what travels with the keys; everything does when it is absent. */
  readonly index: Keys & { readonly name: string; readonly include?: readonly string[] };
}

const text = (name: string) => ({ name, type: AttributeType.STRING });

const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];

/** A table on demand, encrypted, restorable to any second of five weeks, and not deleted with its stack. */
export class RecordTable extends Construct {
  readonly table: Table;
  readonly #index: string;

  constructor(scope: Construct, id: string, definition: TableDefinition) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: text(definition.partitionKey),
      sortKey: text(definition.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      ...(definition.timeToLive !== undefined && { timeToLiveAttribute: definition.timeToLive }),
    });
    this.#index = `${this.table.tableArn}/index/${definition.index.name}`;
    this.#addIndex(definition.index);
  }

  #addIndex({ name, partitionKey, sortKey, include }: TableDefinition['index']): void {
    this.table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      ...(include
        ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...include] }
        : { projectionType: ProjectionType.ALL }),
    });
  }

  /** Lets a role read items, and query the index. */
  allowRead(role: Role): void {
    this.allow(role, reading);
    role.addToPolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources: [this.#index] }));
  }

  allow(role: Role, actions: readonly string[]): void {
    role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [this.table.tableArn] }));
  }
}
