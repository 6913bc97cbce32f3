import { Stack } from 'aws-cdk-lib';
import { Key, type IKey } from 'aws-cdk-lib/aws-kms';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Stage } from '../settings/settings.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import { permission, type Grant } from './grant.ts';

/** What reading and writing need of the key. S3 also decrypts when an upload in parts ends, SQS when it receives. */
const uses = {
  buckets: { service: 's3', actions: ['Decrypt', 'GenerateDataKey'] },
  tables: {
    service: 'dynamodb',
    actions: ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'],
  },
  queues: { service: 'sqs', actions: ['Decrypt', 'GenerateDataKey'] },
  secrets: { service: 'secretsmanager', actions: ['Decrypt'] },
} as const;

/** The key of the stage for a kind of resource, if it names one. */
export function keyFor(kind: keyof Stage['encryption'], scope: Construct): IKey | undefined {
  const arn = stageAround(scope).encryption[kind];
  return arn === undefined ? undefined : Key.fromKeyArn(scope, 'Key', arn);
}

/** Lets a role use the key of the stage, only when the service that stores the data asks for it. */
export function allowKey(kind: keyof typeof uses, role: Role): void {
  const arn = stageAround(role).encryption[kind];
  if (arn !== undefined) allowUse(role, { ...uses[kind], keys: [arn] });
}

/** Lets a role read a secret. */
export function readSecret<Env extends object>(env: Env, { secretArn }: ISecret): Grant<Env> {
  const { allow } = permission(env, ['secretsmanager:GetSecretValue'], secretArn);
  return {
    env,
    allow: (role) => {
      allow(role);
      allowKey('secrets', role);
    },
  };
}

export interface KeyUse {
  readonly service: string;
  readonly actions: readonly string[];
  readonly keys: readonly string[];
}

/** Lets a role use keys through one service. */
export function allowUse(role: Role, { service, actions, keys }: KeyUse): void {
  role.addToPolicy(
    new PolicyStatement({
      actions: actions.map((action) => `kms:${action}`),
      resources: [...keys],
      conditions: throughService(service, role),
    }),
  );
}

/** The condition that a service asks for the key, not the caller. */
export function throughService(service: string, scope: Construct) {
  const { region, urlSuffix } = Stack.of(scope);
  return { StringEquals: { 'kms:ViaService': `${service}.${region}.${urlSuffix}` } };
}
