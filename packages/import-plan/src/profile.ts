import { importSchema, limits } from '@sluice/contract';
import { z } from 'zod';

export const defaultBatchRecords = 500;

/** `profiles/<name>.json`. Strict: a setting that is not known here must not be believed to work. */
export const profileSchema = z.strictObject({
  schema: z.string().min(1),
  /** The field by which records are found. */
  lookup: z.string().min(1),
  /** Field by column header, where their names do not match by themselves. */
  columns: z.record(z.string(), z.string().min(1)).default({}),
  /** Values that every record gets, by field. */
  constants: z.record(z.string(), z.unknown()).default({}),
  /** What a blank cell does, by column or field: `keep` what is stored (also where nothing is said), or `clear` it. */
  blanks: z.record(z.string(), z.enum(['keep', 'clear'])).default({}),
  unknownColumns: z.enum(['stop', 'ignore']).default('stop'),
  /** Records of one `import`. */
  batchSize: z.int().min(1).max(limits.importRecords).default(defaultBatchRecords),
  /** Who is told how a run ended. */
  emails: z.array(z.email()).min(1).max(limits.notificationEmails).optional(),
});
export type Profile = z.infer<typeof profileSchema>;

export type ParsedProfile =
  | { readonly kind: 'profile'; readonly profile: Profile }
  | { readonly kind: 'refused'; readonly reason: string };

/** Reads the text of `profiles/<name>.json`. */
export function readProfile(name: string, text: string): ParsedProfile {
  if (importSchema(name) !== undefined) {
    return refused(name, 'it bears the name of a schema', 'another name');
  }
  const json = parseJson(text);
  if (json === undefined)
    return refused(name, 'it is no JSON', 'an object such as { "schema": "client", "lookup": "email" }');
  const parsed = profileSchema.safeParse(json.value);
  if (parsed.success) return { kind: 'profile', profile: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter(Boolean).join(': '),
  );
  return refused(name, issues.join('; '), `an object with: ${Object.keys(profileSchema.shape).join(', ')}`);
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/u, '')) };
  } catch {
    return undefined;
  }
}

function refused(name: string, what: string, expected: string): ParsedProfile {
  return { kind: 'refused', reason: `The profile ${name} cannot be used: ${what}. Expected: ${expected}.` };
}
