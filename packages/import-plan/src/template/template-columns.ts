import {
  expectationOf,
  fieldNamed,
  fieldTitle,
  foldName,
  orText,
  wordsOf,
  type FieldSpec,
} from '@sluice/contract';
import { readByExpressions } from '../profile/read-by-expressions.ts';
import type { Settings } from '../profile/settings.ts';
import { exampleOf } from './example.ts';

/** A column that a sheet under these settings may have, and what its cells take. */
export interface TemplateColumn {
  readonly header: string;
  /** The field that gets its cells; absent for a column that is only a part of one, or filters the rows. */
  readonly field?: string;
  /** A sentence without a full stop. */
  readonly about: string;
  /** Every value that it takes, if these are few. */
  readonly allowed: readonly string[];
  readonly example: string;
}

/** The columns of a sheet, those of the profile first. Fields that the profile fills by itself have none. */
export function templateColumns(settings: Settings): TemplateColumn[] {
  const { columns = [] } = settings.reading;
  if (columns.length > 0) return columns.map((header) => columnOf(header, settings));
  const records = [settings, ...settings.also];
  const named = records.flatMap(({ needed, optional, joins }) => [
    ...needed,
    ...optional,
    ...joins.flatMap(({ headers }) => headers),
  ]);
  const filtering = settings.filter.map(({ header }) => header);
  const headers = [...named, ...filtering, ...readByExpressions(settings)];
  const given = new Set([
    ...headers.flatMap((header) => fieldsOf(header, settings)),
    ...records.flatMap(({ joins, computed, constants, fileFields }) => [
      ...[...joins, ...computed].map(({ field }) => field),
      ...Object.keys(constants),
      ...fileFields,
    ]),
  ]);
  const others = Object.keys(settings.schema.fields).filter(
    (field) => isOffered(field, settings) && !given.has(field),
  );
  const first = (field: string) =>
    Number(field !== settings.lookup) - Number(settings.schema.required.includes(field)) / 2;
  const byNeed = others.toSorted((one, other) => first(one) - first(other));
  const all = [...headers, ...byNeed.map((field) => headingOf(field, settings))];
  const isFirst = (header: string, at: number) =>
    all.findIndex((other) => foldName(other) === foldName(header)) === at;
  return all.filter(isFirst).map((header) => columnOf(header, settings));
}

/** No template offers to delete records, nor the ids of the service unless records are found by them. */
function isOffered(field: string, { schema, lookup, ignored }: Settings): boolean {
  if (ignored.has(foldName(field))) return false;
  if (field === 'id') return lookup === 'id';
  return field !== 'deleted' && !(field === 'userType' && schema.userType !== undefined);
}

/** `lastContactDate` as people write it, if it is still the same field then. */
function headingOf(field: string, { schema }: Settings): string {
  const title = fieldTitle(field);
  return fieldNamed(schema, title) === field && /^[a-z]/u.test(field) ? title : field;
}

/** The fields that a column fills by itself. */
function fieldsOf(header: string, settings: Settings): readonly string[] {
  const folded = foldName(header);
  if (settings.ignored.has(folded)) return [];
  if (settings.joins.some(({ headers }) => headers.some((part) => foldName(part) === folded))) return [];
  const own = [settings, ...settings.also].flatMap(({ columns }) => columns.get(folded) ?? []);
  const field = fieldNamed(settings.schema, header);
  return own.length > 0 || field === undefined ? own : [field];
}

function columnOf(header: string, settings: Settings): TemplateColumn {
  const { schema, lookup, joins, filter, transforms } = settings;
  const [field] = fieldsOf(header, settings);
  const spec = field === undefined ? undefined : schema.fields[field];
  if (field !== undefined && spec !== undefined) {
    const isFree = transforms.has(field);
    const allowed = isFree ? [] : allowedBy(spec);
    const need = field === lookup ? 'every row needs it, to find its record' : describeNeed(spec);
    const about = isFree ? `the text that the profile makes ${field} of` : kindOf(spec);
    return {
      header,
      field,
      about: [about, need].filter(Boolean).join('; '),
      allowed,
      example: isFree ? '' : exampleOf(field, spec),
    };
  }
  const join = joins.find(({ headers }) => headers.some((part) => foldName(part) === foldName(header)));
  const listed = filter.find((stated) => foldName(stated.header) === foldName(header));
  const allowed = listed?.keeps === 'these' ? listed.values.filter((value) => value !== '') : [];
  const about =
    join !== undefined
      ? `a part of ${join.field}`
      : listed !== undefined
        ? 'the profile chooses the rows by it'
        : header === ''
          ? 'left blank'
          : 'the profile reads it';
  return { header, about, allowed, example: allowed[0] ?? '' };
}

const describeNeed = ({ required }: FieldSpec): string => (required ? 'a new record needs it' : '');

/** What the cell takes: in a sheet, lists are one cell, and yes is as good as true. */
function kindOf(spec: FieldSpec): string {
  if (spec.type === 'boolean') return 'yes or no';
  const { refersTo, refersBy = 'id', refersAlsoBy = [] } = spec;
  const isList = spec.type === 'textList' || spec.type === 'idList';
  if (refersTo !== undefined) {
    const by = orText([refersBy, ...refersAlsoBy].map(wordsOf));
    return isList
      ? `one or more ${wordsOf(refersTo)}s, each by ${by}, separated by semicolons`
      : `the ${wordsOf(refersTo)}, by ${by}`;
  }
  if (isList) return 'texts, separated by semicolons';
  // The example beside it is enough.
  return expectationOf(spec)
    .replace(/, (?:such as|without control characters|as text of) .*$/u, '')
    .replace(/^a text of (?=at most)/u, '')
    .replace(/^an IANA /u, 'a ');
}

function allowedBy({ type, values = [] }: FieldSpec): readonly string[] {
  return type === 'boolean' ? ['yes', 'no'] : values;
}
