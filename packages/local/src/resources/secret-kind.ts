import * as z from 'zod';
import { physicalName } from '../base/names.ts';
import type { ResourceKind } from './resource-kind.ts';
import { generateSchema, generatedSecret } from '../secrets/generated-secret.ts';

const propertiesSchema = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: generateSchema.optional(),
});

/** `AWS::SecretsManager::Secret`. A value that was stored later is never overwritten. */
export const secretKind: ResourceKind = {
  identify: (resource, { secrets }) => {
    const secretArn = secrets.arnOf(physicalName(resource, 'Name', 512));
    return { ref: secretArn, attributes: { Id: secretArn, Arn: secretArn } };
  },
  create: (resource, { secrets }) => {
    const name = physicalName(resource, 'Name', 512);
    const { SecretString, GenerateSecretString } = resource.parse(propertiesSchema);
    if (secrets.has(name)) return;
    secrets.put(name, SecretString ?? generatedSecret(GenerateSecretString ?? generateSchema.parse({})));
  },
};
