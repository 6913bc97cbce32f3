import { fieldNamed, foldName, shownName, type FieldSpec, type ImportSchema } from '@sluice/contract';
import { isNear, nearHint } from './near-names.ts';
import { PlanError } from '../plan-error.ts';
import type { Settings } from '../profile/settings.ts';
import { formatOf, type ColumnFormat, type StatedFormat } from '../formats/column-format.ts';

/** A column of the sheet, with the field that its cells go to. */
export interface Column {
  /** Its place, from 0. */
  readonly index: number;
  /** As written, or `column C` without a header. */
  readonly header: string;
  /** Absent for a column that is left out. */
  readonly target?: Target;
  /** The profile leaves it out by its name. */
  readonly ignored?: true;
  /** It has no header and is not ignored, so a value in it is a mistake. */
  readonly mustBeBlank: boolean;
}

export interface Target {
  readonly field: string;
  readonly spec: FieldSpec;
  readonly blank: 'keep' | 'clear';
  /** For fields whose cells are not each read alone. */
  readonly format?: ColumnFormat | undefined;
}

/** Matches columns with fields. @throws PlanError if the sheet as a whole does not fit the settings */
export function matchColumns(header: readonly string[], settings: Settings): Column[] {
  const columns = header.map((text, index) => columnOf(text, index, settings));
  const unknown = columns.filter((column, at) => isUnknown(column) && header[at]?.trim());
  if (columns.every(({ target }) => target === undefined))
    throw noKnownColumn(columns.length, settings.schema);
  checkMissing(columns, unknown, settings);
  if (settings.unknownColumns === 'stop' && unknown.length > 0)
    throw unknownColumns(unknown, settings.schema);
  checkTwins(columns, settings);
  checkFields(columns, settings);
  return columns;
}

const isUnknown = ({ target, mustBeBlank, ignored }: Column): boolean => !target && !mustBeBlank && !ignored;

function columnOf(text: string, index: number, settings: Settings): Column {
  const { schema, columns, ignored, cleared, unknownColumns } = settings;
  const name = text.trim();
  if (name === '') {
    return { index, header: `column ${letters(index)}`, mustBeBlank: unknownColumns === 'stop' };
  }
  if (ignored.has(foldName(name)))
    return { index, header: shownName(name), mustBeBlank: false, ignored: true };
  const field = columns.get(foldName(name)) ?? fieldNamed(schema, name);
  const spec = field === undefined ? undefined : schema.fields[field];
  const column = { index, header: shownName(name), mustBeBlank: false };
  if (field === undefined || spec === undefined) return column;
  const blank = cleared.has(field) ? 'clear' : 'keep';
  return { ...column, target: { field, spec, blank, format: formatOf(spec, statedOf(field, settings)) } };
}

function statedOf(field: string, { dates, decimals, timeZone }: Settings): StatedFormat {
  return {
    order: dates.byField.get(field) ?? dates.every,
    decimals: decimals.byField.get(field) ?? decimals.every,
    timeZone,
  };
}

/** The name of a column in a spreadsheet: A, B, …, Z, AA, … */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

/** Does not show the headers: they may be the first row of a sheet without headers. */
function noKnownColumn(columns: number, schema: ImportSchema): PlanError {
  return new PlanError({
    code: 'no_known_column',
    what: `none of the ${columns} columns is named like a field of ${schema.name}: is the header row missing?`,
    expected: `a header row with names such as ${fieldList(schema)}`,
  });
}

/** A transposed sheet has thousands of columns. */
const columnsNamed = 20;

function unknownColumns(unknown: readonly Column[], schema: ImportSchema): PlanError {
  const headers = unknown.slice(0, columnsNamed).map(({ header }) => header);
  const named = headers.map((header) => `"${header}"${reasonHint(schema, header)}`).join(', ');
  const more = unknown.length - headers.length;
  const each = more > 0 ? `${named} and ${more} more` : named;
  return new PlanError({
    code: 'unknown_columns',
    what: `${unknown.length === 1 ? 'this column is no field' : 'these columns are no fields'} of ${schema.name}: ${each}`,
    expected: `columns such as ${fieldList(schema)}; a profile can map any other column to a field, or ignore it`,
    columns: headers,
  });
}

/** A renamed column would lose its values silently. It is not missing if another column has its field. */
function checkMissing(
  columns: readonly Column[],
  unknown: readonly Column[],
  { needed, columns: fields, profile = '' }: Settings,
): void {
  const given = new Set(columns.flatMap(({ target }) => target?.field ?? []));
  const missing = needed.filter((header) => !given.has(fields.get(foldName(header)) ?? ''));
  if (missing.length === 0) return;
  const shown = missing.slice(0, columnsNamed).map((header) => {
    const field = fields.get(foldName(header)) ?? '';
    const near = unknown.filter((column) => isNear(column.header, header) || isNear(column.header, field));
    return `"${shownName(header)}" for ${field}${near.length === 0 ? '' : ` (near: ${quoted(near)})`}`;
  });
  const rest = unknown.length === 0 ? '' : `. Its columns without a field are ${quoted(unknown)}`;
  throw new PlanError({
    code: 'missing_columns',
    what: `the sheet lacks ${counted(missing.length)} that the profile ${profile} maps: ${shown.join('; ')}${rest}`,
    expected: `all columns that the profile names, or a profile with the names of this sheet; "optional": [${JSON.stringify(missing[0])}] in the profile allows sheets without that column`,
    columns: missing.slice(0, columnsNamed).map(shownName),
  });
}

const counted = (columns: number): string => (columns === 1 ? 'a column' : `${columns} columns`);

function quoted(columns: readonly Column[]): string {
  const more = columns.length > columnsNamed ? ` and ${columns.length - columnsNamed} more` : '';
  const named = columns.slice(0, columnsNamed).map(({ header }) => `"${header}"`);
  return `${named.join(', ')}${more}`;
}

function reasonHint(schema: ImportSchema, header: string): string {
  const own = schema.setByService.some((field) => foldName(field) === foldName(header));
  return own ? ' (the service sets it; it cannot be imported)' : nearHint(schema, header);
}

function checkTwins(columns: readonly Column[], settings: Settings): void {
  for (const [field, twins] of Map.groupBy(columns, ({ target }) => target?.field)) {
    if (field === undefined) continue;
    const headers = twins.map(({ header }) => header);
    const places = twins.map(({ header, index }) => `"${header}" (column ${letters(index)})`).join(' and ');
    if (twins.length > 1) {
      const what = `${places} both mean the field ${field}`;
      throw new PlanError({
        code: 'twin_columns',
        what,
        expected: 'one column for each field',
        columns: headers,
      });
    }
    if (Object.hasOwn(settings.constants, field)) {
      const what = `${places} means the field ${field}, which the profile sets for every row`;
      throw new PlanError({ code: 'constant_column', what, expected: 'one of the two', columns: headers });
    }
  }
}

function checkFields(columns: readonly Column[], { schema, lookup }: Settings): void {
  const of = (field: string) => columns.find(({ target }) => target?.field === field);
  const id = of('id');
  if (id !== undefined && lookup !== 'id') {
    const what = `"${id.header}" has the ids of records, which the service sets`;
    const expected = `no such column, or id as the lookup instead of ${lookup}`;
    throw new PlanError({ code: 'id_column', what, expected, columns: [id.header] });
  }
  if (of(lookup) !== undefined) return;
  const what = `no column has the lookup ${lookup}, by which the service finds a ${schema.name}`;
  throw new PlanError({ code: 'lookup_column', what, expected: `a column named ${lookup}` });
}

function fieldList({ fields }: ImportSchema): string {
  return Object.keys(fields).join(', ');
}
