import type { LookupFields } from '../store/lookup-fields.ts';
import type { Kind } from '../store/record.ts';
import type { LookupKey } from '../store/store.ts';

/** Kinds of which a site may have a million records. Only their entries are written field by field, once a field is used. */
const largeKinds: readonly Kind[] = ['user', 'issue', 'interestAccount'];

export const isLarge = (kind: Kind): boolean => largeKinds.includes(kind);

/**
 * `unused`: a record has entries only for the values that it gave up. `filling`: those of its values are being added.
 * `used`: it has an entry for each value.
 */
export type Use = 'unused' | 'filling' | 'used';

type LookupField = Pick<LookupKey, 'kind' | 'field'>;
export type UseOf = (field: LookupField) => Use;

export const fieldText = ({ kind, field }: LookupField): string => `${kind} ${field}`;

/** As the state of a site says. */
export const useIn =
  ({ used, filling }: LookupFields): UseOf =>
  (field) => {
    const text = fieldText(field);
    if (!isLarge(field.kind) || used.includes(text)) return 'used';
    return Object.hasOwn(filling, text) ? 'filling' : 'unused';
  };

/** For writers of few records: entries that are right whatever the state of the site is, and becomes meanwhile. */
export const anyUse: UseOf = ({ kind }) => (isLarge(kind) ? 'filling' : 'used');
