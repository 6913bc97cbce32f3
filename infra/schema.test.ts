import { describe, expect, it } from 'vitest';
import { templates } from './testing/default-templates.ts';
import { schemaFaults } from './testing/resource-schema.ts';

describe('the schema of CloudFormation', () => {
  it('has every property of the templates, with its type', () => {
    const found = templates.resources.flatMap(({ type, path, properties }) =>
      schemaFaults(type, properties).map((fault) => `${path} (${type}) ${fault}`),
    );
    expect(templates.resources.length).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });

  it.each([
    ['AWS::S3::Bucket', { Versioning: {} }, 'Versioning: not known'],
    ['AWS::S3::Bucket', { VersioningConfiguration: {} }, 'VersioningConfiguration.Status: missing'],
    [
      'AWS::S3::Bucket',
      { LifecycleConfiguration: { Rules: [{ Status: 'Enabled', ExpirationInDays: 'ten' }] } },
      'LifecycleConfiguration.Rules[0].ExpirationInDays: expected integer',
    ],
    ['AWS::SQS::Queue', { VisibilityTimeout: [30] }, 'VisibilityTimeout: expected integer'],
    ['AWS::Lambda::Alias', { Name: 'live', FunctionName: { Ref: 'F' } }, 'FunctionVersion: missing'],
    ['AWS::S3::Bukket', {}, 'AWS::S3::Bukket is not known'],
  ])('finds a fault in %s %j', (type, properties, fault) => {
    expect(schemaFaults(type, properties)).toEqual([fault]);
  });
});
