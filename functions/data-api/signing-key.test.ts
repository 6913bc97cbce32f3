import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { outsideWith } from '../adapters/testing/outside-with.ts';
import { createSigningKey } from './signing-key.ts';

describe('the signing key', () => {
  it('is kept for five minutes at most', async () => {
    let time = 0;
    let reads = 0;
    const client = new SecretsManagerClient({ region: 'us-east-1' });
    client.middlewareStack.add(
      () => async () => {
        reads += 1;
        return { output: { $metadata: {}, SecretString: `key ${reads}` }, response: {} };
      },
      { step: 'initialize' },
    );
    const signingKey = createSigningKey(
      { SIGNING_SECRET_ARN: 'signing' },
      outsideWith(client, { now: () => new Date(time) }),
    );
    const text = async () => new TextDecoder().decode(await signingKey());
    expect([await text(), await text()]).toEqual(['key 1', 'key 1']);
    time = 5 * 60_000 + 1;
    expect(await text()).toBe('key 2');
  });
});
