import { foldName } from '@sluice/contract';
import type { Column } from '../columns/column.ts';
import type { Settings } from '../profile/settings.ts';

/** What a sheet does not have, though it may be imported without it. */
export interface MissedColumns {
  /** Columns that the profile names as optional. */
  readonly columns: readonly string[];
  /** Fields without which no record can be created. */
  readonly fields: readonly string[];
}

export function missedColumns(
  header: readonly string[],
  columns: readonly Column[],
  settings: Settings,
): MissedColumns {
  const present = new Set(header.map(foldName));
  const fields = [settings, ...settings.also].flatMap(({ schema, lookup, constants }, at) => {
    // Records that are found by their id are never created.
    if (lookup === 'id') return [];
    const given = new Set(
      columns.flatMap(({ target, record = at + 1 }) => (target && record === at + 1 ? target.field : [])),
    );
    return schema.required.filter((field) => !given.has(field) && !Object.hasOwn(constants, field));
  });
  return {
    columns: settings.optional.filter((name) => !present.has(foldName(name))),
    fields: [...new Set(fields)],
  };
}
