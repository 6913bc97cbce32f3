import { fieldNamed, foldName, nearHint, reasonOf, shownName, type ImportSchema } from '@sluice/contract';
import { columnLetters } from '@sluice/sheets';
import { transformedBy } from './cell-of.ts';
import type { Column, Target } from './column.ts';
import { computedColumns } from './computed-columns.ts';
import { checkNamedOnce } from './named-once.ts';
import { checkMissing } from './missing-columns.ts';
import { columnsNamed, PlanError } from '../plan-error.ts';
import type { Settings } from '../profile/settings.ts';
import { formatOf, type StatedFormat } from './column-format.ts';
import { compileSteps } from '../transforms/compile.ts';
import { PatternWork } from '../transforms/pattern-work.ts';
import { cutSteps } from '../transforms/cut-steps.ts';

/** Matches columns with fields. @throws PlanError if the sheet as a whole does not fit the settings */
export function matchColumns(
  header: readonly string[],
  settings: Settings,
  work = new PatternWork(),
): Column[] {
  const named = header.map((text, index) => columnOf(text, index, settings));
  const joined = joinColumns(named, header, settings);
  const read = [...joined, ...furtherColumns(joined, settings)].map((column) =>
    withSteps(column, settings, work),
  );
  checkNamedOnce(
    header,
    settings.computed.flatMap(({ expression }) => expression.headers),
  );
  const computed = computedColumns(header, settings.computed, read.length);
  const columns = [
    ...read.map((column) => usedBy(computed, column)),
    ...computed.map(({ field, ...place }) => ({
      ...place,
      mustBeBlank: false,
      target: targetOf(field, settings),
    })),
  ];
  const unknown = columns.filter((column, at) => isUnknown(column) && header[at]?.trim());
  if (columns.every(({ target }) => target === undefined)) throw noKnownColumn(settings.schema);
  checkMissing({ header, columns, unknown }, settings);
  if (settings.unknownColumns === 'stop' && unknown.length > 0)
    throw unknownColumns(unknown, settings.schema);
  checkTwins(columns, settings);
  checkFields(columns, settings);
  return columns;
}

const isUnknown = ({ target, mustBeBlank, ignored, elsewhere, partOf, filters }: Column): boolean =>
  !target && !mustBeBlank && !ignored && !elsewhere && !filters && partOf === undefined;

/** Gives the first column of each join the field, and marks the others. */
function joinColumns(columns: readonly Column[], header: readonly string[], settings: Settings): Column[] {
  const joined = [...columns];
  const names = header.map(foldName);
  for (const { field, headers, with: by } of settings.joins) {
    const parts = headers.flatMap((name) => columns[names.indexOf(foldName(name))] ?? []);
    const target = targetOf(field, settings);
    const [first] = parts;
    if (first === undefined || target === undefined) continue;
    for (const { index, header } of parts)
      joined[index] = { index, header, mustBeBlank: false, partOf: field };
    joined[first.index] = {
      index: first.index,
      header: parts.map((part) => part.header).join(' + '),
      ownHeader: first.header,
      mustBeBlank: false,
      target,
      join: { parts: parts.map(({ index }) => index), with: by },
    };
  }
  return joined;
}

/** A column for each field that another one has besides its first. */
function furtherColumns(columns: readonly Column[], settings: Settings): Column[] {
  const further = columns.flatMap(({ index, header, ignored }) =>
    (ignored ? [] : (settings.columns.get(foldName(header))?.slice(1) ?? [])).map((field) => ({
      header,
      of: index,
      mustBeBlank: false,
      target: targetOf(field, settings),
    })),
  );
  return further.map((column, at) => ({ index: columns.length + at, ...column }));
}

/** A column without a field of its own is not unknown if a computed field reads it. */
function usedBy(computed: ReturnType<typeof computedColumns>, column: Column): Column {
  if (column.target !== undefined || column.ignored || column.partOf !== undefined) return column;
  const user = computed.find(({ join }) => join?.parts.includes(column.index));
  return user === undefined ? column : { ...column, partOf: user.field };
}

/** The steps of the profile, compiled once for all cells. */
function withSteps(column: Column, { transforms }: Settings, work: PatternWork): Column {
  const { target, index, of = index, join } = column;
  const steps = target && transforms.get(target.field);
  if (steps === undefined) return column;
  const cut = join === undefined ? cutSteps(steps, of) : undefined;
  return { ...column, transformed: transformedBy(compileSteps(steps, work), column), cut };
}

function columnOf(text: string, index: number, settings: Settings): Column {
  const { schema, columns, elsewhere, filter, when, ignored, unknownColumns } = settings;
  const name = text.trim();
  if (name === '') {
    return { index, header: `column ${columnLetters(index + 1)}`, mustBeBlank: unknownColumns === 'stop' };
  }
  const filterNames = [...filter.map((stated) => stated.header), ...(when?.headers ?? [])];
  const filters = filterNames.some((stated) => foldName(stated) === foldName(name));
  const column = { index, header: shownName(name), mustBeBlank: false, ...(filters && { filters }) };
  if (ignored.has(foldName(name))) return { ...column, ignored: true };
  if (elsewhere.has(foldName(name))) return { ...column, elsewhere: true };
  const [field] = columns.get(foldName(name)) ?? [fieldNamed(schema, name)];
  const target = field === undefined ? undefined : targetOf(field, settings);
  return target === undefined ? column : { ...column, target };
}

function targetOf(field: string, settings: Settings): Target | undefined {
  const spec = settings.schema.fields[field];
  if (spec === undefined) return undefined;
  const blank = settings.cleared.has(field) ? 'clear' : 'keep';
  return { field, spec, blank, format: formatOf(spec, statedOf(field, settings)) };
}

function statedOf(field: string, { dates, decimals, timeZone }: Settings): StatedFormat {
  return {
    order: dates.byField.get(field) ?? dates.every,
    decimals: decimals.byField.get(field) ?? decimals.every,
    timeZone,
  };
}

/** Does not show the headers: they may be the first row of a sheet without headers. */
function noKnownColumn(schema: ImportSchema): PlanError {
  return new PlanError(reasonOf('no_known_column', { schema: schema.name, fields: fieldList(schema) }));
}

function unknownColumns(unknown: readonly Column[], schema: ImportSchema): PlanError {
  const headers = unknown.slice(0, columnsNamed).map(({ header }) => header);
  const named = headers.map((header) => `"${header}"${reasonHint(schema, header)}`).join(', ');
  const more = unknown.length - headers.length;
  const each = more > 0 ? `${named} and ${more} more` : named;
  const which = unknown.length === 1 ? 'This column is not a field' : 'These columns are not fields';
  const places = { which, schema: schema.name, columns: each, fields: fieldList(schema) };
  return new PlanError(reasonOf('unknown_columns', places), headers);
}

function reasonHint(schema: ImportSchema, header: string): string {
  const own = schema.setByService.some((field) => foldName(field) === foldName(header));
  return own ? ' (the service sets it; it cannot be imported)' : nearHint(schema, header);
}

function checkTwins(columns: readonly Column[], settings: Settings): void {
  for (const [field, twins] of Map.groupBy(columns, ({ target }) => target?.field)) {
    if (field === undefined) continue;
    const headers = twins.map(({ header }) => header);
    const places = twins
      .map(({ header, index, of = index }) => `"${header}" (column ${columnLetters(of + 1)})`)
      .join(' and ');
    if (twins.length > 1) throw new PlanError(reasonOf('twin_columns', { columns: places, field }), headers);
    if (Object.hasOwn(settings.constants, field))
      throw new PlanError(reasonOf('constant_column', { column: places, field }), headers);
  }
}

function checkFields(columns: readonly Column[], { lookup }: Settings): void {
  const of = (field: string) => columns.find(({ target }) => target?.field === field);
  const id = of('id');
  if (id !== undefined && lookup !== 'id') {
    throw new PlanError(reasonOf('id_column', { name: id.header, lookup }), [id.header]);
  }
  if (of(lookup) !== undefined) return;
  throw new PlanError(reasonOf('lookup_column', { lookup }));
}

function fieldList({ fields }: ImportSchema): string {
  return Object.keys(fields).join(', ');
}
