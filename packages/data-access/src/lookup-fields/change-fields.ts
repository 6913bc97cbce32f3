import { ImportBusyError } from '../lease/lease.ts';
import type { LookupFields } from '../store/lookup-fields.ts';
import type { Store } from '../store/store.ts';

export interface Changing {
  readonly store: Pick<Store, 'lookupFields'>;
  readonly siteId: string;
  readonly sleep: (ms: number) => Promise<void>;
}

const triesAtMost = 40;
/** Each try in which this one loses lets another one win. */
const triesWithoutPause = 4;
const pauseMs = 5;

/** Replaces the state of a site's lookup fields by the next one, and returns what came out of the change. */
export async function changeFields<T>(
  { store, siteId, sleep }: Changing,
  change: (fields: LookupFields) => { readonly fields: LookupFields; readonly result: T },
): Promise<T> {
  for (let tried = 0; tried < triesAtMost; tried += 1) {
    if (tried >= triesWithoutPause) await sleep(pauseMs * tried);
    const stored = await store.lookupFields.get(siteId);
    const { fields, result } = change(stored);
    if (fields === stored || (await store.lookupFields.replace(siteId, fields))) return result;
  }
  throw new ImportBusyError('Others kept changing the lookup fields of the site.');
}
