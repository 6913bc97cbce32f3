import {
  documentFields,
  interestAccountFields,
  issueFields,
  listFields,
  listItemFields,
  responseFields,
  roleFields,
  userFields,
  type FieldTable,
} from '@sluice/contract';
import type { Kind } from './record.ts';

/** The fields of a kind of record, and which of them a search uses. */
export interface Searchable {
  readonly table: FieldTable;
  readonly filterable: readonly string[];
  readonly q: readonly string[];
}

const searchables: Readonly<Record<string, Searchable>> = {
  user: {
    table: userFields,
    filterable: ['userType'],
    q: ['name', 'email', 'homePhone', 'cellPhone', 'workPhone'],
  },
  issue: {
    table: issueFields,
    filterable: ['open', 'requesterId'],
    q: ['identifier', 'title', 'discussion'],
  },
  interestAccount: { table: interestAccountFields, filterable: ['ownerNumber', 'email'], q: [] },
  document: {
    table: documentFields,
    filterable: ['creatorId', 'userIds', 'taskId', 'issueId', 'interestAccountIds'],
    q: [],
  },
  response: { table: responseFields, filterable: [], q: [] },
  role: { table: roleFields, filterable: [], q: [] },
  list: { table: listFields, filterable: [], q: [] },
  listItem: { table: listItemFields, filterable: [], q: [] },
  template: { table: {}, filterable: [], q: [] },
};

/** The part after the colon names the list of an item. All lists are searched alike. */
export function searchableOf(kind: Kind): Searchable {
  const searchable = searchables[kind] ?? searchables[kind.split(':', 1)[0] ?? ''];
  if (!searchable) throw new TypeError(`There are no records of the kind ${kind}.`);
  return searchable;
}
