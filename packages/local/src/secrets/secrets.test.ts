import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { frontClient } from '../testing/front-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { generateSchema, generatedSecret } from './generated-secret.ts';
import { openSecrets } from './secret-store.ts';

test('a secret is created once, read by name or ARN, changed, and kept in a file that only its owner can read', async () => {
  const file = join(tempDir(), 'secrets.json');
  const store = openSecrets(file, () => new Date());
  store.put('flow', 'first');
  const client = await frontClient(SecretsManager, (front) =>
    front.operations('secretsmanager', store.operations),
  );
  const read = async (SecretId: string) => (await client.getSecretValue({ SecretId })).SecretString;
  expect(await read('flow')).toBe('first');
  await client.putSecretValue({ SecretId: store.arnOf('flow'), SecretString: 'second' });
  expect(await read(store.arnOf('flow'))).toBe('second');
  const chat = { Name: 'ops/chat', SecretString: 'https://hooks.example.org/1' };
  const { ARN } = await client.createSecret(chat);
  expect([ARN, await read(String(ARN))]).toEqual([store.arnOf('ops/chat'), chat.SecretString]);
  await expect(client.createSecret(chat)).rejects.toMatchObject({ name: 'ResourceExistsException' });
  await expect(read('other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  expect(openSecrets(file, () => new Date()).has('flow')).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a generated secret has the length and the characters that its template requests', () => {
  const generated = (request: object) => generatedSecret(generateSchema.parse(request));
  expect(generated({ PasswordLength: 64, ExcludePunctuation: true })).toMatch(/^[A-Za-z0-9]{64}$/);
  const inTemplate = generated({ SecretStringTemplate: '{"user":"a"}', GenerateStringKey: 'password' });
  expect(JSON.parse(inTemplate)).toEqual({ user: 'a', password: expect.stringMatching(/^.{32}$/) });
});
