import { randomInt } from 'node:crypto';
import { z } from 'zod';

export const generateSchema = z.object({
  PasswordLength: z.coerce.number().int().min(1).max(4096).default(32),
  ExcludeCharacters: z.string().default(''),
  ExcludeLowercase: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  IncludeSpace: z.boolean().default(false),
  RequireEachIncludedType: z.boolean().default(true),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});
export type Generate = z.infer<typeof generateSchema>;

/** What Secrets Manager makes of `GenerateSecretString`: a password, alone or as a key of the JSON template. */
export function generatedSecret(generate: Generate): string {
  const password = passwordOf(generate);
  if (generate.GenerateStringKey === undefined) return password;
  const template = z.record(z.string(), z.unknown()).parse(JSON.parse(generate.SecretStringTemplate ?? '{}'));
  return JSON.stringify({ ...template, [generate.GenerateStringKey]: password });
}

function passwordOf(generate: Generate): string {
  const classes = [
    generate.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    generate.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    generate.ExcludeNumbers ? '' : '0123456789',
    generate.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    generate.IncludeSpace ? ' ' : '',
  ]
    .map((characters) =>
      [...characters].filter((character) => !generate.ExcludeCharacters.includes(character)),
    )
    .filter((characters) => characters.length > 0);
  const all = classes.flat();
  const required = generate.RequireEachIncludedType ? classes.slice(0, generate.PasswordLength) : [];
  const characters = Array.from({ length: generate.PasswordLength }, (_, index) =>
    pick(required[index] ?? all),
  );
  return shuffled(characters).join('');
}

function pick(characters: readonly string[]): string {
  return characters[randomInt(characters.length)] ?? '';
}

function shuffled(characters: readonly string[]): string[] {
  return characters
    .map((character) => ({ character, at: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ character }) => character);
}
