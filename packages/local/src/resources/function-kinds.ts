import { unsupported } from '../templates/unsupported.ts';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { roleNameOf } from '../iam/authority.ts';
import { LocalError } from '../base/local-error.ts';
import { physicalName } from '../base/names.ts';
import type { FunctionSpec } from '../lambda/function-thread.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { arn, region } from '../base/pseudo-parameters.ts';

const propertiesSchema = z.object({
  Code: z.object({ S3Key: z.string({ error: 'only bundles are run here' }) }),
  Handler: z.string(),
  Role: z.string(),
  Runtime: z.string(),
  Timeout: z.coerce.number().int().default(3),
  MemorySize: z.coerce.number().int().default(128),
  ReservedConcurrentExecutions: z.coerce.number().int().optional(),
  Environment: z
    .object({ Variables: z.record(z.string(), z.coerce.string()).default({}) })
    .default({ Variables: {} }),
  DeadLetterConfig: unsupported('dead-letter queues of functions are not run here'),
  Layers: unsupported('layers are not run here'),
  PackageType: z.literal('Zip', { error: 'images are not run here' }).optional(),
});

/** `AWS::Lambda::Function` */
export const functionKind: ResourceKind = {
  identify: (resource) => {
    const name = physicalName(resource, 'FunctionName');
    return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } };
  },
  create: (resource, machine) => {
    const name = physicalName(resource, 'FunctionName');
    const functionArn = arn('lambda', `function:${name}`);
    const properties = resource.parse(propertiesSchema);
    if (!properties.Runtime.startsWith('nodejs')) {
      throw new LocalError(
        'template_unsupported',
        `${resource.place}: ${properties.Runtime} is not run here, only nodejs.`,
      );
    }
    const asset = resource.metadata['aws:asset:path'];
    const role = roleNameOf(properties.Role);
    const { accessKeyId, secretAccessKey } = machine.authority.keysOf(role);
    const create = (spec: FunctionSpec): void => {
      try {
        machine.functions.create(spec);
      } catch (error) {
        throw new LocalError('template_unsupported', `${resource.place}: ${String(error)}`);
      }
    };
    create({
      role,
      functionName: name,
      functionArn,
      folder:
        typeof asset === 'string' ? resolve(machine.cdkOut, asset) : resource.asset(properties.Code.S3Key),
      handler: properties.Handler,
      memoryMb: properties.MemorySize,
      timeoutSeconds: properties.Timeout,
      reserved: properties.ReservedConcurrentExecutions,
      environment: {
        ...machine.functionEnvironment,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
        AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
        AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime}`,
        AWS_DEFAULT_REGION: region,
        _HANDLER: properties.Handler,
        // With the bundles, so that it is removed with them.
        NODE_COMPILE_CACHE: join(machine.cdkOut, 'compiled'),
        ...properties.Environment.Variables,
      },
    });
  },
};

/** `AWS::Lambda::Version`: the code as it is. */
export const versionKind: ResourceKind = {
  identify: (resource) => ({
    ref: `${arnOfFunction(resource)}:1`,
    attributes: { Version: '1', FunctionArn: `${arnOfFunction(resource)}:1` },
  }),
  create: () => undefined,
};

/** `AWS::Lambda::Alias` of the only version. */
export const aliasKind: ResourceKind = {
  identify: (resource) => ({
    ref: `${arnOfFunction(resource)}:${String(resource.property('Name'))}`,
    attributes: {},
  }),
  create: (resource) => {
    resource.parse(aliasSchema);
  },
};

const aliasSchema = z.object({
  RoutingConfig: unsupported('aliases of several versions are not run here'),
  ProvisionedConcurrencyConfig: unsupported('provisioned concurrency is not run here'),
});

const arnOfFunction = (resource: Resource): string =>
  arn('lambda', `function:${String(resource.property('FunctionName'))}`);
