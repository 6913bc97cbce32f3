import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Outside } from '../adapters/outside.ts';

const cachedForMs = 5 * 60_000;

/** The key that signs cursors. It is read from its secret when first needed, and again after five minutes. */
export function createSigningKey(
  { SIGNING_SECRET_ARN: SecretId }: { readonly SIGNING_SECRET_ARN: string },
  { client, now }: Outside,
): () => Promise<Uint8Array> {
  const secrets = client(SecretsManagerClient);
  let cached: { key: Uint8Array; until: number } | undefined;
  return async () => {
    if (cached && now().getTime() < cached.until) return cached.key;
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId }));
    if (!SecretString) throw new Error('The signing secret is empty.');
    cached = { key: new TextEncoder().encode(SecretString), until: now().getTime() + cachedForMs };
    return cached.key;
  };
}
