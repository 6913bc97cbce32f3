import { shardCount } from '../store/ids.ts';
import type { Filling, LookupFields } from '../store/lookup-fields.ts';

export interface Registration {
  readonly worker: string;
  /** When it has surely ended. */
  readonly until: string;
}

/** Registers a writer with what it knows now. Whoever is surely past its end is forgotten. */
export function registered(fields: LookupFields, { worker, until }: Registration, now: string): LookupFields {
  const live = Object.entries(fields.writers).filter(([, writer]) => writer.until > now);
  const since = fields.version + 1;
  return next(fields, { writers: { ...Object.fromEntries(live), [worker]: { since, until } } });
}

export function deregistered(fields: LookupFields, worker: string): LookupFields {
  if (!Object.hasOwn(fields.writers, worker)) return fields;
  const { [worker]: _, ...writers } = fields.writers;
  return next(fields, { writers });
}

export interface Taking {
  readonly worker: string;
  readonly now: string;
  readonly leaseUntil: string;
}

/** `wait`: another worker fills it, or a writer that does not know of it may still write. */
export interface Turn {
  readonly may: 'use' | 'wait' | 'fill';
  readonly fields: LookupFields;
}

/** Announces a field that is unused, and takes the lease on its filling once nobody writes without knowing of it. */
export function turnOf(fields: LookupFields, field: string, { worker, now, leaseUntil }: Taking): Turn {
  if (fields.used.includes(field)) return { may: 'use', fields };
  const announced = announcedIn(fields, field);
  const filling = fillingOf(announced, field);
  if (hasEarlierWriters(announced, filling, now)) return { may: 'wait', fields: announced };
  const isHeld = filling.leaseUntil !== null && filling.leaseUntil > now && filling.holder !== worker;
  if (isHeld) return { may: 'wait', fields: announced };
  // The announcement and the lease are one write.
  const changes = { filling: { ...announced.filling, [field]: { ...filling, holder: worker, leaseUntil } } };
  return { may: 'fill', fields: next(fields, changes) };
}

function announcedIn(fields: LookupFields, field: string): LookupFields {
  if (Object.hasOwn(fields.filling, field)) return fields;
  const shards = Array.from({ length: shardCount }, () => ({ after: '', done: false }));
  const filling = { since: fields.version + 1, shards, holder: null, leaseUntil: null };
  return next(fields, { filling: { ...fields.filling, [field]: filling } });
}

const hasEarlierWriters = ({ writers }: LookupFields, { since }: Filling, now: string): boolean =>
  Object.values(writers).some((writer) => writer.since < since && writer.until > now);

export interface Filled {
  readonly worker: string;
  readonly shards: Filling['shards'];
  /** Null gives the lease back. */
  readonly leaseUntil: string | null;
}

/** Notes how far a field is filled, or that it is. Undefined when another worker has taken the lease. */
export function filledTo(
  fields: LookupFields,
  field: string,
  { worker, shards, leaseUntil }: Filled,
): LookupFields | undefined {
  const filling = fields.filling[field];
  if (filling?.holder !== worker) return undefined;
  const { [field]: _, ...others } = fields.filling;
  if (shards.every(({ done }) => done))
    return next(fields, { used: [...fields.used, field], filling: others });
  const holder = leaseUntil === null ? null : worker;
  return next(fields, { filling: { ...others, [field]: { ...filling, shards, holder, leaseUntil } } });
}

export function fillingOf({ filling }: LookupFields, field: string): Filling {
  const found = filling[field];
  if (!found) throw new TypeError(`The field ${field} is not being filled.`);
  return found;
}

const next = (fields: LookupFields, changes: Partial<LookupFields>): LookupFields => ({
  ...fields,
  ...changes,
  version: fields.version + 1,
});
