import { foldName } from '@sluice/contract';
import { computedHeaders } from './computed.ts';
import type { Profile } from './profile.ts';

/** The profile of one of the records that a row becomes. */
export interface RecordProfile {
  readonly profile: Profile;
  /** The folded headers that `records` names for this record. Empty if a row is one record. */
  readonly own: ReadonlySet<string>;
  /** Those that it names only for others. */
  readonly elsewhere: ReadonlySet<string>;
}

type Mapped = Pick<Profile, 'columns' | 'join' | 'compute'>;

/** The columns that the profile maps to a field, or joins. */
export function mappedHeaders({ columns, join }: Pick<Mapped, 'columns' | 'join'>): string[] {
  const joined = Object.values(join).flatMap((parts) => (Array.isArray(parts) ? parts : parts.columns));
  return [...Object.keys(columns), ...joined];
}

const folded = (mapped: Mapped): Set<string> =>
  new Set([...mappedHeaders(mapped), ...computedHeaders(mapped)].map(foldName));

/** One for each record that a row becomes: what all of them have, and what is its own. */
export function recordProfiles(profile: Profile): readonly [RecordProfile, ...RecordProfile[]] {
  const { records = [], ...shared } = profile;
  const [first, ...others] = records.map((record) => {
    const { columns, join, transforms, compute, constants } = shared;
    const one = {
      ...shared,
      columns: { ...columns, ...record.columns },
      join: { ...join, ...record.join },
      transforms: { ...transforms, ...record.transforms },
      compute: { ...compute, ...record.compute },
      constants: { ...constants, ...record.constants },
    };
    const has = folded(one);
    const elsewhere = new Set(
      records.flatMap((other) => [...folded(other)]).filter((name) => !has.has(name)),
    );
    return { profile: without(one, elsewhere, has), own: folded(record), elsewhere };
  });
  return first === undefined ? [{ profile, own: new Set(), elsewhere: new Set() }] : [first, ...others];
}

/** Without the settings of columns that this record does not have. */
function without(profile: Profile, elsewhere: ReadonlySet<string>, has: ReadonlySet<string>): Profile {
  const { blanks, dates, decimals, transforms, optional } = profile;
  const kept = <Value>(byColumn: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(byColumn).filter(([name]) => !elsewhere.has(foldName(name))));
  return {
    ...profile,
    blanks: kept(blanks),
    dates: typeof dates === 'string' ? dates : kept(dates),
    decimals: typeof decimals === 'string' ? decimals : kept(decimals),
    transforms: kept(transforms),
    optional: optional.filter((name) => has.has(foldName(name)) || !elsewhere.has(foldName(name))),
  };
}

/** A record without columns of its own would be there for every row. */
export function recordProblems({ records = [] }: Profile): string[] {
  return records.flatMap((record, at) =>
    folded(record).size > 0 ? [] : [`record ${at + 1} of records has no column of its own`],
  );
}
