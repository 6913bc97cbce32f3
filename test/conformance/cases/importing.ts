import { deepEqual } from 'node:assert/strict';
import * as z from 'zod';
import {
  ended,
  listIn,
  objectIn,
  textIn,
  unique,
  type Caller,
  type Fields,
  type Imported,
} from '../caller.ts';

interface RecordSet {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly unknown[];
  readonly expects?: readonly unknown[];
}

export const setOf = (schema: string, lookup: string, ...records: unknown[]): RecordSet[] => [
  { schema, lookup, records },
];
export const clients = (...records: unknown[]): RecordSet[] => setOf('client', 'email', ...records);
export const anEmail = (): string => `${unique()}@example.org`;
export const ada = (): { email: string; name: string } => ({ email: anEmail(), name: 'Ada' });

export const userOf = async (site: Caller, id: string, fields?: readonly string[]): Promise<Fields> =>
  objectIn(await site.ok('getUser', { id, ...(fields && { fields }) }), 'user');

export async function saved(site: Caller, ...users: object[]): Promise<string[]> {
  return listIn(await site.ok('saveUsers', { users }), 'users').map((user) => textIn(user, 'id'));
}

/** Waits until a search finds this many records, since a search may lag a write (D20). */
export function settled(site: Caller, operation: string, filters: object, count: number): Promise<Fields[]> {
  return site.eventually(`${operation} finds ${count} records`, async () => {
    const found = await site.all(operation, { ...filters, sort: 'oldest' });
    const updated = await site.all(operation, { ...filters, sort: 'updated' });
    return found.length === count && updated.length === count ? found : undefined;
  });
}

/** The flags of an import: its status, then done, success and error. */
export const flagsOf = ({ status, done, success, error }: Imported): unknown[] => [
  status,
  done,
  success,
  error,
];

export async function succeeds(site: Caller, recordSets: object[], options: object = {}): Promise<Imported> {
  const imported = await site.imported(recordSets, options);
  deepEqual(flagsOf(imported), ['success', true, true, false], imported.errorMessage);
  return imported;
}

/** What an import did, record by record (D8). */
const previewSchema = z.object({
  v: z.literal(1),
  counts: z.record(z.string(), z.int()),
  outcomes: z.array(z.union([z.tuple([z.int(), z.string()]), z.tuple([z.int(), z.string(), z.string()])])),
  diffs: z.array(z.tuple([z.int(), z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))])),
  diffsOmitted: z.int(),
  diffsSha256: z.string().optional(),
  diffPages: z.array(z.string()).optional(),
});
export type Preview = z.infer<typeof previewSchema>;

export const previewOf = ({ preview = '' }: Imported): Preview => previewSchema.parse(JSON.parse(preview));

/** `created`, `updated`, …: one word for each record. */
export const outcomesOf = (imported: Imported): string[] =>
  previewOf(imported).outcomes.map(([, outcome]) => outcome);

export const createdIds = (imported: Imported): string[] =>
  previewOf(imported).outcomes.map(([, , id = '']) => id);

export async function importedId(site: Caller, recordSets: object[]): Promise<string> {
  return createdIds(await succeeds(site, recordSets))[0] ?? '';
}

export async function yields(site: Caller, recordSets: object[], ...outcomes: string[]): Promise<Imported> {
  const imported = await succeeds(site, recordSets);
  if (site.ours) deepEqual(outcomesOf(imported), outcomes);
  return imported;
}

/** Whether the service refuses these records, at once or by the end of their import. */
export async function isRefused(site: Caller, recordSets: object[]): Promise<boolean> {
  const { ok, importId } = await site.call('import', { recordSets });
  if (!ok) return true;
  const { success, error } = await ended(site, String(importId));
  return error && !success;
}
