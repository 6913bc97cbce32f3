import { unsupported } from '../templates/unsupported.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { LocalError } from '../local-error.ts';
import type { Machine } from '../machine/machine.ts';
import { physicalName } from '../machine/names.ts';
import type { Resource, ResourceKind } from '../machine/resource-kind.ts';
import { arn, region } from '../templates/pseudo-parameters.ts';

const propertiesSchema = z.object({
  Code: z.object({ S3Key: z.string().optional(), ZipFile: z.string().optional() }),
  Handler: z.string(),
  Runtime: z.string(),
  Timeout: z.coerce.number().int().default(3),
  MemorySize: z.coerce.number().int().default(128),
  Environment: z
    .object({ Variables: z.record(z.string(), z.coerce.string()).default({}) })
    .default({ Variables: {} }),
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
    // Functions that only serve CDK's own custom resources have nothing to do here.
    if (machine.servesCustomResources(functionArn)) return;
    const properties = resource.parse(propertiesSchema);
    if (!properties.Runtime.startsWith('nodejs')) {
      throw new LocalError(
        'template_unsupported',
        `${resource.place}: ${properties.Runtime} is not run here, only nodejs.`,
      );
    }
    machine.functions.create({
      functionName: name,
      functionArn,
      folder: folderOf(resource, properties.Code, machine),
      handler: properties.Handler,
      memoryMb: properties.MemorySize,
      timeoutSeconds: properties.Timeout,
      environment: {
        ...machine.functionEnvironment,
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
        AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
        AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime}`,
        AWS_DEFAULT_REGION: region,
        _HANDLER: properties.Handler,
        ...properties.Environment.Variables,
      },
    });
  },
};

function folderOf(
  resource: Resource,
  code: z.infer<typeof propertiesSchema>['Code'],
  machine: Machine,
): string {
  const asset = resource.metadata['aws:asset:path'];
  if (typeof asset === 'string') return resolve(machine.cdkOut, asset);
  if (code.S3Key !== undefined) return resource.asset(code.S3Key);
  const folder = join(machine.dataDir, 'inline', resource.logicalId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), code.ZipFile ?? '');
  return folder;
}
