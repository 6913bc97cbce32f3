import { invalid } from './refusal.ts';
import { fieldsOf, isText, listIn, textIn, type Kind, type Records, type Stored } from './records.ts';
import type { Fields } from './options.ts';

const onRequest: Partial<Record<Kind, readonly string[]>> = {
  interestAccount: ['customFields', 'discussion'],
  issue: ['actions', 'action.snapshots', 'customFields'],
};

/** The fields of a record that the request asks for. Empty ones are left out. */
export function shown({ kind, fields }: Stored, body: Fields): Fields {
  const all: readonly string[] = fieldsOf[kind];
  const asked = body['fields'] === undefined ? undefined : listIn(body, 'fields', isText);
  const unknown = asked?.find((name) => !all.includes(name));
  if (unknown !== undefined) throw invalid(`fields: there is no "${unknown}".`);
  const names = asked ?? all.filter((name) => !onRequest[kind]?.includes(name));
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}

type Filter = (fields: Fields) => boolean;

const isAmong = (body: Fields, name: string, field: string): Filter => {
  if (body[name] === undefined) return () => true;
  const wanted = listIn(body, name, isText);
  return (fields) => [fields[field]].flat().some((one) => wanted.includes(String(one)));
};
const isEqual = (body: Fields, name: string): Filter => {
  if (body[name] === undefined) return () => true;
  const wanted = textIn(body, name).trim().toLowerCase();
  return (fields) => typeof fields[name] === 'string' && fields[name].trim().toLowerCase() === wanted;
};
const contains = (body: Fields, names: readonly string[]): Filter => {
  if (body['q'] === undefined) return () => true;
  const wanted = textIn(body, 'q').toLowerCase();
  return (fields) =>
    names.some((name) =>
      String(fields[name] ?? '')
        .toLowerCase()
        .includes(wanted),
    );
};

/** What each search filters by. */
const filters: Readonly<Record<string, (body: Fields) => readonly Filter[]>> = {
  user: (body) => {
    if (
      body['userType'] !== undefined &&
      body['userType'] !== 'client' &&
      body['userType'] !== 'professional'
    )
      throw invalid('userType is none of the two.');
    const phones = ['homePhone', 'cellPhone', 'workPhone'];
    return [isEqual(body, 'userType'), contains(body, ['name', 'email', ...phones])];
  },
  interestAccount: (body) => [isEqual(body, 'ownerNumber'), isEqual(body, 'email')],
  issue: (body) => {
    const { open } = body;
    if (open !== undefined && typeof open !== 'boolean') throw invalid('open is true or false.');
    const isOpen: Filter = (fields) => open === undefined || (fields['open'] === true) === open;
    return [isOpen, contains(body, ['identifier', 'title']), isAmong(body, 'requesterIds', 'requesterId')];
  },
  document: (body) => [
    isAmong(body, 'creatorIds', 'creatorId'),
    isAmong(body, 'userIds', 'userIds'),
    ...['taskId', 'issueId'].map((name) => isEqual(body, name)),
    isAmong(body, 'interestAccountIds', 'interestAccountIds'),
  ],
  response: (body) => [isEqual(body, 'templateId')],
};

const orders: Readonly<Record<string, (one: Stored) => number>> = {
  oldest: ({ made }) => made,
  newest: ({ made }) => -made,
  updated: ({ changed }) => -changed,
};

function timeIn(body: Fields, name: string): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  const time = typeof value === 'string' ? Date.parse(value) : value;
  if (typeof time !== 'number' || Number.isNaN(time)) throw invalid(`${name} is no time.`);
  return time;
}

/** A page of a search (section 2.3). */
export function search(site: string, kind: Kind, body: Fields, records: Records): object {
  const { sort = 'newest', limit = 100, cursor } = body;
  const order = orders[String(sort)];
  if (order === undefined) throw invalid('sort is none of oldest, newest and updated.');
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw invalid('limit is not from 1 to 1000.');
  const [after, before] = [timeIn(body, 'updatedAfter'), timeIn(body, 'updatedBefore')];
  const isWanted = filters[kind]?.(body) ?? [];
  const from = cursor === undefined ? -Infinity : Number(cursor);
  if (Number.isNaN(from)) throw invalid('cursor is none of ours.');
  const found = records
    .all(site, kind)
    .filter(({ fields }) => isWanted.every((is) => is(fields)))
    .filter(
      ({ updatedAt }) =>
        (after === undefined || updatedAt > after) && (before === undefined || updatedAt < before),
    )
    .toSorted((one, other) => order(one) - order(other))
    .filter((one) => order(one) > from);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > page.length;
  return {
    hasMore,
    ...(hasMore && last && { nextCursor: String(order(last)) }),
    items: page.map((one) => shown(one, body)),
  };
}
