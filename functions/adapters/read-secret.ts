import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ZodType } from 'zod';
import { jsonOf } from '@sluice/aws-kit/handlers';

/** The secret for the calls of the service. `expected` shows a person its fields. */
export async function readSecret<T>(
  { secrets, secretArn }: { readonly secrets: SecretsManagerClient; readonly secretArn: string },
  schema: ZodType<T>,
  expected: string,
): Promise<T> {
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: secretArn }));
  const parsed = schema.safeParse(jsonOf(SecretString));
  if (parsed.success) return parsed.data;
  // No cause: it would show parts of the secret.
  throw new Error(`The secret with the token of the service is not ${expected}`);
}
