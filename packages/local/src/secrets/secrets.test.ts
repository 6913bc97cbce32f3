import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { expect, onTestFinished, test } from 'vitest';
import { startFront } from '../aws-json/front.ts';
import { Ports } from '../machine/ports.ts';
import { keys } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { generateSchema, generatedSecret } from './generated-secret.ts';
import { openSecrets } from './secret-store.ts';

test('a secret is read by name and ARN, changed, and kept in a file of its owner alone', async () => {
  const folder = tempDir();
  const file = join(folder, 'secrets.json');
  const store = openSecrets(file, () => new Date());
  store.put('flow', 'first');
  const front = await startFront(new Ports(join(folder, 'ports.json')));
  front.operations('secretsmanager', store.operations);
  const client = new SecretsManagerClient({
    region: 'us-east-1',
    endpoint: front.endpoint,
    credentials: keys,
    maxAttempts: 1,
  });
  onTestFinished(async () => {
    client.destroy();
    await front.stop();
  });
  const read = async (SecretId: string) =>
    (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString;
  expect(await read('flow')).toBe('first');
  await client.send(new PutSecretValueCommand({ SecretId: store.arnOf('flow'), SecretString: 'second' }));
  expect(await read(store.arnOf('flow'))).toBe('second');
  await expect(read('other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  expect(openSecrets(file, () => new Date()).has('flow')).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a generated secret has the length and the characters that were asked for', () => {
  const plain = generatedSecret(generateSchema.parse({ PasswordLength: 64, ExcludePunctuation: true }));
  expect(plain).toMatch(/^[A-Za-z0-9]{64}$/);
  const inTemplate = generatedSecret(
    generateSchema.parse({
      SecretStringTemplate: '{"user":"a"}',
      GenerateStringKey: 'password',
      ExcludeCharacters: '"\\',
    }),
  );
  expect(JSON.parse(inTemplate)).toEqual({ user: 'a', password: expect.stringMatching(/^.{32}$/) });
});
