import { ApiError } from '@sluice/contract';
import { allRead, findEver, TooManyRecords, type Finding } from '../lookup-fields/find-ever.ts';
import { knownBy } from '../records/known-by.ts';
import type { Kind, StoredRecord } from '../store/record.ts';
import type { LookupKey } from '../store/store.ts';

/** An answer takes 29 seconds at most. */
const findingMs = 10_000;

/** The ids of all records that have or had one of the values. */
export async function idsEver(
  keys: readonly LookupKey[],
  finding: Omit<Finding, 'until'>,
): Promise<string[]> {
  try {
    const until = finding.now().getTime() + findingMs;
    return [...new Set((await findEver(keys, { ...finding, until })).flat())];
  } catch (error) {
    if (!(error instanceof TooManyRecords)) throw error;
    const fields = error.fields.map((field) => field.replace(' ', '.')).join(', ');
    throw tooMany(`${fields}. A dry run of an import that looks up by these fields makes it find one`);
  }
}

const tooMany = (by: string): ApiError =>
  new ApiError(
    'invalid_request',
    `record: expected the id of a record, since the site has too many to find one by: ${by}.`,
  );

/** The ids of all records that people know by this text, as by a phone. */
export async function idsKnownBy(
  text: string,
  kind: Kind,
  finding: Omit<Finding, 'until'>,
): Promise<string[]> {
  const isKnown = knownBy(kind, text);
  if (!isKnown) return [];
  const ids: string[] = [];
  const seen = ({ id, fields }: StoredRecord) => void (isKnown(fields) && ids.push(id));
  const until = finding.now().getTime() + findingMs;
  if (await allRead([kind], seen, { ...finding, until })) return ids;
  throw tooMany('name in any case, or phone');
}
