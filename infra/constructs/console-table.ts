import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { allowKey, keyFor } from './encryption.ts';
import type { Grant } from './grant.ts';
import { Operations } from './operations.ts';

type TableEnv = { readonly CONSOLE_TABLE: string };

/** The beginnings of keys, as `packages/console/src/api/items.ts` has them. A test compares them. */
export const itemPrefixes = { session: 'session#', signIn: 'sign-in#', upload: 'upload#' } as const;
type Kind = keyof typeof itemPrefixes;

/** Sessions, sign-ins and uploads under way. Nothing in it lasts longer than a week, so it goes with its stack. */
export class ConsoleTable extends Construct {
  readonly #table: Table;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const encryptionKey = keyFor('tables', this);
    this.#table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      timeToLiveAttribute: 'expires',
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(encryptionKey
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }
        : { encryption: TableEncryption.AWS_MANAGED }),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Operations.of(this).watched.tables.push({ name: 'console', table: this.#table });
    acknowledge(this.#table, {
      'AwsSolutions-DDB3': 'Who loses a session signs in again: there is nothing to restore.',
    });
  }

  /** Reads, writes and removes items of these kinds, and of no others. */
  grant(...kinds: readonly Kind[]): Grant<TableEnv> {
    return {
      env: { CONSOLE_TABLE: this.#table.tableName },
      allow: (role) => {
        allowKey('tables', role);
        role.addToPolicy(
          new PolicyStatement({
            actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
            resources: [this.#table.tableArn],
            conditions: {
              'ForAllValues:StringLike': {
                'dynamodb:LeadingKeys': kinds.map((kind) => `${itemPrefixes[kind]}*`),
              },
            },
          }),
        );
      },
    };
  }
}
