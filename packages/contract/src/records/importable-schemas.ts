import { lookupNames } from '../fields/derive.ts';
import type { Collection, FieldSpec, FieldTable } from '../fields/field-spec.ts';
import { foldName, foldSpace } from '../wire/fold.ts';
import { interestAccountFields } from '../resources/interest-account.ts';
import { issueFields } from '../resources/issue.ts';
import { listItemFields } from '../resources/list-item.ts';
import { listFields } from '../resources/list.ts';
import { roleFields } from '../resources/role.ts';
import { userFields, type UserType } from '../resources/user.ts';

/** What an `import` may carry under one schema name. */
export interface ImportSchema {
  /** As it is written: `client`, `ListItem.Counties`. */
  readonly name: string;
  readonly collection: Collection;
  /** The type of all records of `client` or `professional`. A match of the other type is an error. */
  readonly userType?: UserType;
  /** The list name of `ListItem.<list name>`, as written. The list is found by its matching value. */
  readonly listName?: string;
  /** The fields of a record: those that may be written, `deleted`, and `id`, which may only look up. */
  readonly fields: Readonly<Record<string, FieldSpec>>;
  /** Known fields that a request cannot write, for a clear refusal. */
  readonly setByService: readonly string[];
  readonly lookups: readonly string[];
  /** What a record must hold when it is created, and cannot lose. */
  readonly required: readonly string[];
}

type Base = Pick<ImportSchema, 'name' | 'collection' | 'userType'>;

function schemaOf(base: Base, table: FieldTable): ImportSchema {
  const entries = Object.entries(table);
  const writable = entries.filter(([name, spec]) => !spec.readOnly || name === 'id');
  const fields: FieldTable = {
    ...Object.fromEntries(writable),
    deleted: { type: 'boolean' },
    ...(base.userType && { userType: { type: 'choice', values: [base.userType], required: true } }),
  };
  return {
    ...base,
    fields,
    setByService: entries.map(([name]) => name).filter((name) => !Object.hasOwn(fields, name)),
    lookups: lookupNames(table),
    required: entries.filter(([, spec]) => spec.required).map(([name]) => name),
  };
}

const listItem = schemaOf({ name: 'ListItem', collection: 'listItem' }, listItemFields);

/** Every schema with a fixed name. Besides them there is `ListItem.<list name>` for each list of the site. */
export const importableSchemas: readonly ImportSchema[] = [
  schemaOf({ name: 'client', collection: 'user', userType: 'client' }, userFields),
  schemaOf({ name: 'professional', collection: 'user', userType: 'professional' }, userFields),
  schemaOf({ name: 'list', collection: 'list' }, listFields),
  schemaOf({ name: 'interestAccount', collection: 'interestAccount' }, interestAccountFields),
  schemaOf({ name: 'issue', collection: 'issue' }, issueFields),
  schemaOf({ name: 'role', collection: 'role' }, roleFields),
];

/** As a message lists them. */
export const schemaNames = [...importableSchemas.map(({ name }) => name), 'ListItem.<list name>'];

const byName = new Map(importableSchemas.map((schema) => [foldSpace(schema.name), schema]));
const aliases = new Map([['owneraccount', 'interestaccount']]);

/** The schema of a name in any case and spacing, or undefined when there is none. */
export function importSchema(name: string): ImportSchema | undefined {
  const folded = foldSpace(name);
  const known = byName.get(aliases.get(folded) ?? folded);
  return known ?? listItemSchema(name);
}

function listItemSchema(name: string): ImportSchema | undefined {
  const dot = name.indexOf('.');
  if (dot < 0 || foldSpace(name.slice(0, dot)) !== 'listitem') return undefined;
  const listName = name.slice(dot + 1).trim();
  return listName === '' ? undefined : { ...listItem, name: `ListItem.${listName}`, listName };
}

/** The field that a header names: equal after NFKC, lower case, letters and digits only. */
export function fieldNamed(schema: ImportSchema, name: string): string | undefined {
  const folded = foldName(name);
  return Object.keys(schema.fields).find((field) => foldName(field) === folded);
}

/** The lookup of a request, in any case and spacing, or undefined when the schema cannot be looked up by it. */
export function lookupNamed(schema: ImportSchema, name: string): string | undefined {
  const folded = foldSpace(name);
  return schema.lookups.find((lookup) => foldSpace(lookup) === folded);
}
