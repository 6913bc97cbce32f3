import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AssemblyFixture {
  /** By stack name; a later stack depends on the ones before it. */
  readonly stacks: Readonly<Record<string, object>>;
  /** The source of `index.mjs`, by the name of its asset. */
  readonly bundles?: Readonly<Record<string, string>>;
}

/** Writes what `cdk synth` would write. The object key of a bundle is `<name>.zip`. */
export function writeAssembly(folder: string, { stacks, bundles = {} }: AssemblyFixture): string {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, value: object): void =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  const names = Object.keys(stacks);
  const artifacts = names.flatMap((name, index) => [
    [
      name,
      {
        type: 'aws:cloudformation:stack',
        dependencies: [...names.slice(0, index), `${name}.assets`],
        properties: { templateFile: `${name}.template.json` },
      },
    ],
    [`${name}.assets`, { type: 'cdk:asset-manifest', properties: { file: `${name}.assets.json` } }],
  ]);
  write('manifest.json', { version: '50.0.0', artifacts: Object.fromEntries(artifacts) });
  const files = Object.keys(bundles).map((name) => [
    name,
    {
      source: { path: `asset.${name}`, packaging: 'zip' },
      destinations: { here: { bucketName: 'assets', objectKey: `${name}.zip` } },
    },
  ]);
  for (const [name, template] of Object.entries(stacks)) {
    write(`${name}.template.json`, template);
    write(`${name}.assets.json`, { version: '50.0.0', files: Object.fromEntries(files) });
  }
  for (const [name, source] of Object.entries(bundles)) {
    mkdirSync(join(folder, `asset.${name}`), { recursive: true });
    writeFileSync(join(folder, `asset.${name}`, 'index.mjs'), source);
  }
  return folder;
}

/** A policy of the role `Role`: each resource with what may be done with it. */
export function policyResource(
  ...statements: readonly (readonly [actions: string[], resource: object])[]
): object {
  return {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: 'Policy',
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: statements.map(([Action, Resource]) => ({ Effect: 'Allow', Action, Resource })),
      },
      Roles: [{ Ref: 'Role' }],
    },
  };
}

/** A function as CDK writes it, with the role `Role`, with the bundle of that name. */
export function functionResource(bundle: string, environment: object = {}, rest: object = {}): object {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}-${AWS::Region}' }, S3Key: `${bundle}.zip` },
      Handler: 'index.handler',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Runtime: 'nodejs24.x',
      Timeout: 10,
      MemorySize: 128,
      Environment: { Variables: environment },
      ...rest,
    },
  };
}

/** The permission that lets an API call a function. */
export function permissionResource(functionId: string, apiId: string): object {
  const api = { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:' };
  return {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': [functionId, 'Arn'] },
      Principal: 'apigateway.amazonaws.com',
      SourceArn: { 'Fn::Join': ['', [api, { Ref: apiId }, '/*/*']] },
    },
  };
}
