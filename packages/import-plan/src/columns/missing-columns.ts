import { foldName, shownName } from '@sluice/contract';
import { columnsNamed, PlanError } from '../plan-error.ts';
import type { Settings } from '../profile/settings.ts';
import type { Column } from './column.ts';
import { isNear } from './near-names.ts';

interface Sheet {
  /** As written. */
  readonly header: readonly string[];
  readonly columns: readonly Column[];
  readonly unknown: readonly Column[];
}

/**
 * A renamed column would lose its values silently. It is not missing if another column has its field.
 * @throws PlanError if the sheet lacks a column that the profile maps
 */
export function checkMissing({ header, columns, unknown }: Sheet, settings: Settings): void {
  const present = new Set(header.map(foldName));
  const given = new Set(columns.flatMap(({ target, join }) => (target && !join ? target.field : [])));
  const fieldOf = (name: string) =>
    settings.columns.get(foldName(name)) ??
    settings.joins.find(({ headers }) => headers.includes(name))?.field ??
    '';
  const missing = settings.needed.filter((name) => !present.has(foldName(name)) && !given.has(fieldOf(name)));
  if (missing.length === 0) return;
  const shown = missing.slice(0, columnsNamed).map((name) => {
    const field = fieldOf(name);
    const near = unknown.filter((column) => isNear(column.header, name) || isNear(column.header, field));
    return `"${shownName(name)}" for ${field}${near.length === 0 ? '' : ` (near: ${quoted(near)})`}`;
  });
  const rest = unknown.length === 0 ? '' : `. Its columns without a field are ${quoted(unknown)}`;
  const what = missing.length === 1 ? 'a column' : `${missing.length} columns`;
  throw new PlanError({
    code: 'missing_columns',
    what: `the sheet lacks ${what} that the profile ${settings.profile ?? ''} maps: ${shown.join('; ')}${rest}`,
    expected: `all columns that the profile names, or a profile with the names of this sheet; "optional": [${JSON.stringify(missing[0])}] in the profile allows sheets without that column`,
    columns: missing.slice(0, columnsNamed).map(shownName),
  });
}

function quoted(columns: readonly Column[]): string {
  const more = columns.length > columnsNamed ? ` and ${columns.length - columnsNamed} more` : '';
  const named = columns.slice(0, columnsNamed).map(({ header }) => `"${header}"`);
  return `${named.join(', ')}${more}`;
}
