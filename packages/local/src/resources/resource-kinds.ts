import { bucketDeploymentKind } from './bucket-deployment.ts';
import { distributionKind, headersPolicyKind } from './cloudfront-kinds.ts';
import { userPoolClientKind, userPoolDomainKind, userPoolGroupKind, userPoolKind } from './cognito-kinds.ts';
import { tableKind } from './table-kinds.ts';
import { apiKind, authorizerKind, domainKind, integrationKind, routeKind, stageKind } from './api-kinds.ts';
import { policyKind, roleKind } from './role-kinds.ts';
import { aliasKind, functionKind, versionKind } from './function-kinds.ts';
import { resourcePolicyTypes } from './resource-policies.ts';
import { LocalError } from '../base/local-error.ts';
import { bucketKind } from './bucket-kinds.ts';
import { scheduleKind } from './schedule-kinds.ts';
import { secretKind } from './secret-kind.ts';
import { eventDestinationKind } from './mail-kinds.ts';
import { subscriptionKind, topicKind } from './topic-kinds.ts';
import { eventSourceMappingKind } from './event-source-mapping.ts';
import { queueKind } from './queues.ts';
import { stateMachineKind } from './machine-kind.ts';
import type { Assembly } from '../templates/assembly.ts';
import { arn } from '../base/pseudo-parameters.ts';
import { physicalName } from '../base/names.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';

/** How each type of resource is run. */
const run: Readonly<Record<string, ResourceKind>> = {
  'AWS::ApiGatewayV2::Api': apiKind,
  'AWS::ApiGatewayV2::Authorizer': authorizerKind,
  'AWS::ApiGatewayV2::DomainName': domainKind,
  'AWS::ApiGatewayV2::Integration': integrationKind,
  'AWS::ApiGatewayV2::Route': routeKind,
  'AWS::ApiGatewayV2::Stage': stageKind,
  'AWS::CloudFront::Distribution': distributionKind,
  'AWS::CloudFront::ResponseHeadersPolicy': headersPolicyKind,
  'AWS::Cognito::UserPool': userPoolKind,
  'AWS::Cognito::UserPoolClient': userPoolClientKind,
  'AWS::Cognito::UserPoolDomain': userPoolDomainKind,
  'AWS::Cognito::UserPoolGroup': userPoolGroupKind,
  'AWS::DynamoDB::Table': tableKind,
  'AWS::IAM::Policy': policyKind,
  'AWS::IAM::Role': roleKind,
  'AWS::Lambda::Alias': aliasKind,
  'AWS::Lambda::EventSourceMapping': eventSourceMappingKind,
  'AWS::Lambda::Function': functionKind,
  'AWS::Lambda::Version': versionKind,
  'AWS::S3::Bucket': bucketKind,
  'AWS::SES::ConfigurationSetEventDestination': eventDestinationKind,
  'AWS::SNS::Subscription': subscriptionKind,
  'AWS::SNS::Topic': topicKind,
  'AWS::SQS::Queue': queueKind,
  'AWS::Scheduler::Schedule': scheduleKind,
  'AWS::SecretsManager::Secret': secretKind,
  'AWS::StepFunctions::StateMachine': stateMachineKind,
  'Custom::CDKBucketDeployment': bucketDeploymentKind,
};

/** Types without effect on one machine: alarms, logs, names of domains, what is registered with SES or only AWS runs. */
const withoutEffect: readonly string[] = [
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Lambda::LayerVersion',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::EmailIdentity',
  'AWS::Scheduler::ScheduleGroup',
];

/** Types that have only a name here. Policies of resources are read when the system starts. */
const named: readonly string[] = [...withoutEffect, ...resourcePolicyTypes];

/** @throws LocalError that names every resource whose type cannot be run */
export function refuseUnsupported({ stacks }: Assembly): void {
  const refused = stacks.flatMap(({ name, template }) =>
    Object.entries(template.Resources)
      .filter(([, { Type }]) => run[Type] === undefined && !named.includes(Type))
      .map(([logicalId, { Type }]) => `  ${name}/${logicalId}: ${Type}`),
  );
  if (refused.length === 0) return;
  throw new LocalError(
    'template_unsupported',
    `These resources cannot be run on one machine:\n${refused.join('\n')}`,
  );
}

/** Properties by which resources are encrypted. */
const encrypting = ['BucketEncryption', 'KmsKeyId', 'KmsMasterKeyId', 'SSESpecification'];

/** One line for the person who starts the system: what has no effect here. */
export function describeWithoutEffect(resources: readonly Pick<Resource, 'type' | 'property'>[]): string {
  const counts = new Map<string, number>();
  for (const { type } of resources) {
    if (withoutEffect.includes(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const parts = [...counts].toSorted().map(([type, count]) => `${type} (${count})`);
  const hasVpc = resources.some((one) => one.property('VpcConfig') !== undefined);
  const hasKeys = resources.some((one) =>
    encrypting.some((name) => /:kms:/u.test(JSON.stringify(one.property(name)) ?? '')),
  );
  return [
    `Without effect on one machine: ${parts.join(', ')}.`,
    ...(hasVpc ? ['The functions run outside of their VPC.'] : []),
    ...(hasKeys ? ['No key of KMS encrypts anything.'] : []),
  ].join(' ');
}

export function kindOf(resource: { readonly type: string }): ResourceKind {
  return run[resource.type] ?? nothing;
}

/** A resource that has only a name, so that other resources can refer to it. */
const nothing: ResourceKind = {
  identify: (resource) => {
    const [, service = '', kind = ''] = resource.type.split('::');
    const name = physicalName(resource, `${kind}Name`, 128);
    const itsArn = arn(service.toLowerCase(), name);
    const attributes = {
      Arn: itsArn,
      Id: name,
      Name: name,
      [`${kind}Arn`]: itsArn,
      [`${kind}Id`]: name,
      [`${kind}Name`]: name,
    };
    return { ref: name, attributes };
  },
  create: () => undefined,
};
