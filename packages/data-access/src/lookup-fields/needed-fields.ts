import type { Store } from '../store/store.ts';
import { fieldText, isLarge } from '../records/use.ts';

/** Records are to be found by fields whose entries are not complete. They must be filled first. */
export class FieldsNeeded extends Error {
  override readonly name = 'FieldsNeeded';
  /** Named by kind and field. */
  readonly fields: readonly string[];

  constructor(fields: readonly string[]) {
    super(`These fields have no complete entries: ${fields.join(', ')}.`);
    this.fields = fields;
  }
}

/** The same store, which finds records only by fields that are used. @throws FieldsNeeded by any other */
export function withFieldsInUse(store: Store): Store {
  const { lookups, lookupFields } = store;
  // A field that is used stays so.
  const known = new Set<string>();
  return {
    ...store,
    lookups: {
      ...lookups,
      find: async (siteId, keys) => {
        const wanted = new Set(keys.filter(({ kind }) => isLarge(kind)).map(fieldText));
        const missing = () => [...wanted].filter((field) => !known.has(`${siteId} ${field}`));
        if (missing().length > 0)
          for (const field of (await lookupFields.get(siteId)).used) known.add(`${siteId} ${field}`);
        if (missing().length > 0) throw new FieldsNeeded(missing());
        return lookups.find(siteId, keys);
      },
    },
  };
}
