import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

export interface SigningKeyOptions {
  readonly client: SecretsManagerClient;
  readonly secretId: string;
  readonly now: () => Date;
}

const cachedForMs = 5 * 60_000;

/** The key that signs cursors, read from its secret when first needed and again after five minutes. */
export function createSigningKey({ client, secretId, now }: SigningKeyOptions): () => Promise<Uint8Array> {
  let cached: { key: Uint8Array; until: number } | undefined;
  return async () => {
    if (cached && now().getTime() < cached.until) return cached.key;
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    if (!SecretString) throw new Error('The signing secret is empty.');
    cached = { key: new TextEncoder().encode(SecretString), until: now().getTime() + cachedForMs };
    return cached.key;
  };
}
