import { foldName, isNear, reasonOf, shownName } from '@sluice/contract';
import { columnsNamed, PlanError } from '../plan-error.ts';
import type { Settings } from '../profile/settings.ts';
import type { Column } from './column.ts';

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
  const fieldsOf = (name: string): readonly string[] =>
    settings.columns.get(foldName(name)) ??
    settings.joins.flatMap(({ headers, field }) => (headers.includes(name) ? [field] : []));
  const lacks = (name: string) => !present.has(foldName(name));
  const filters = [
    ...settings.filter.map(({ header: name }) => name),
    ...(settings.when?.headers ?? []),
  ].filter(lacks);
  const computing = settings.computed.flatMap(({ expression }) => expression.headers).filter(lacks);
  const mapped = settings.needed.filter(
    (name) => lacks(name) && !fieldsOf(name).every((field) => given.has(field)),
  );
  const missing = [...new Set([...filters, ...computing, ...mapped])];
  if (missing.length === 0) return;
  const shown = missing.slice(0, columnsNamed).map((name) => {
    const fields = fieldsOf(name);
    const near = unknown.filter(({ header }) => [name, ...fields].some((known) => isNear(header, known)));
    const use = filters.includes(name)
      ? 'its filter of rows'
      : computing.includes(name)
        ? 'a computed field'
        : fields.join(' and ');
    return `"${shownName(name)}" for ${use}${near.length === 0 ? '' : ` (near: ${quoted(near)})`}`;
  });
  const places = {
    what: missing.length === 1 ? 'a column' : `${missing.length} columns`,
    profile: settings.profile ?? '',
    columns: shown.join('; '),
    others: unknown.length === 0 ? '' : ` Its columns without a field are ${quoted(unknown)}.`,
    them: missing.length === 1 ? 'it' : 'them',
    hint:
      mapped.length === 0
        ? ''
        : ` To allow sheets without ${mapped.length === 1 ? 'it' : 'them'}, add \`"optional": ${listed(mapped)}\` to the profile.`,
  };
  throw new PlanError(reasonOf('missing_columns', places), missing.slice(0, columnsNamed).map(shownName));
}

/** As JSON, as it can be pasted. */
const listed = (names: readonly string[]): string =>
  `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;

function quoted(columns: readonly Column[]): string {
  const more = columns.length > columnsNamed ? ` and ${columns.length - columnsNamed} more` : '';
  const named = columns.slice(0, columnsNamed).map(({ header }) => `"${header}"`);
  return `${named.join(', ')}${more}`;
}
