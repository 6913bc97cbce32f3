import { reasonOf, shownValue, type ImportSchema, type Reason } from '@sluice/contract';
import { areSame, exportedRows } from '../result-sheet/exported-row.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a dry run says of a row. */
export interface Previewed {
  /** As the preview calls it. Undefined where the service shows none. */
  readonly outcome: string | undefined;
  /** Each field that is changed or removed, as it is stored and as it would be. */
  readonly diff?: Readonly<Record<string, readonly [unknown, unknown]>> | undefined;
}

/** An edited row of an export. */
export interface EditedRow extends Previewed {
  readonly reference: string;
  readonly record: Values;
}

/** What somebody else has changed since: a value of a field, or that the lookup finds the record. */
export type Change =
  { readonly field: string; readonly stored: unknown } | { readonly field: string; readonly isGone: true };

/**
 * What others have changed of the record since the export, as far as the row would replace it. Fields that the sheet does not have,
 * and values that the row would leave as they are, do not matter. Pure.
 */
export function changedSince(
  { reference, record, outcome, diff = {} }: EditedRow,
  { schema, lookup }: { readonly schema: ImportSchema; readonly lookup: string },
): Change[] {
  const row = exportedRows(schema)(reference);
  if (row === undefined) return [];
  if (outcome === 'created') return [{ field: lookup, isGone: true }];
  return Object.entries(diff).flatMap(([field, [stored]]) => {
    // A deletion has each stored value in its diff, also those that the sheet lacks or has too.
    const isInSheet = Object.hasOwn(record, field) || row.had(field, null);
    const isKnown = row.had(field, stored) || areSame(schema, field, [stored, record[field]]);
    return isInSheet && !isKnown ? [{ field, stored }] : [];
  });
}

/**
 * Whether an earlier drop of the export made the record what it is now, so that nobody else did. A value that the drop found, and left
 * as it was, is not its own.
 */
export function isOwnChange(change: Change, { outcome, diff }: Previewed, schema: ImportSchema): boolean {
  if ('isGone' in change) return outcome === 'deleted';
  const { field, stored } = change;
  const made = diff?.[field];
  return made !== undefined && areSame(schema, field, [stored, made[1]]);
}

/** The reasons why the row fails, or is left out: both values, under the header of the column. */
export function changeReason(change: Change, record: Values, header: string): Reason {
  const value = shown(record[change.field]);
  if ('isGone' in change) return { ...reasonOf('deleted_since_export'), name: header, value };
  return { ...reasonOf('changed_since_export', { stored: shown(change.stored) }), name: header, value };
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? '(blank)' : shownValue(value);
