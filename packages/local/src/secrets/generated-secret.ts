import { randomInt } from 'node:crypto';
import * as z from 'zod';

export const generateSchema = z.strictObject({
  PasswordLength: z.coerce.number().int().min(1).max(4096).default(32),
  ExcludePunctuation: z.boolean().default(false),
  SecretStringTemplate: z.string().default('{}'),
  GenerateStringKey: z.string().optional(),
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** The value that Secrets Manager generates: a password, alone or as a key of the JSON template. */
export function generatedSecret(generate: z.infer<typeof generateSchema>): string {
  const { PasswordLength, ExcludePunctuation, SecretStringTemplate, GenerateStringKey } = generate;
  const characters = ExcludePunctuation ? letters : letters + punctuation;
  const password = Array.from(
    { length: PasswordLength },
    () => characters[randomInt(characters.length)],
  ).join('');
  if (GenerateStringKey === undefined) return password;
  const template = z.record(z.string(), z.unknown()).parse(JSON.parse(SecretStringTemplate));
  return JSON.stringify({ ...template, [GenerateStringKey]: password });
}
