import assert from 'node:assert/strict';
import { objectIn, unique, type Caller, type Fields, type Imported } from '../caller.ts';

export const clients = (records: object[], lookup = 'email'): object[] => [
  { schema: 'client', lookup, records },
];
export const anEmail = (): string => `${unique()}@example.org`;
export const userOf = async (site: Caller, id: string): Promise<Fields> =>
  objectIn(await site.ok('getUser', { id }), 'user');

export async function succeeds(site: Caller, recordSets: object[], options: object = {}): Promise<Imported> {
  const imported = await site.imported(recordSets, options);
  const { status, done, success, error, errorMessage } = imported;
  assert.deepEqual([status, done, success, error], ['success', true, true, false], errorMessage);
  return imported;
}
