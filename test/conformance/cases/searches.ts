import { idsOf, shared, unique, type Caller } from '../caller.ts';
import { given, Lacking } from '../given.ts';
import { saved, setOf, settled } from './importing.ts';

/** Some records that a search finds by its filters alone, whatever else there is on the site. */
export interface Findable {
  readonly filters: object;
  readonly ids: readonly string[];
}

/** A search operation of section 2.3, and how its cases get records. */
export interface Search {
  readonly operation: string;
  readonly findable: (site: Caller) => Promise<Findable>;
  /** A filter that `findable` does not use, so no cursor is valid with it. */
  readonly otherFilter: object;
  readonly hasFields: boolean;
  /** The decision of ours that its records depend on: the interface does not show the names of their schemas. */
  readonly madeBy?: 'D10';
}

const five = [1, 2, 3, 4, 5];

const findable = async (site: Caller, operation: string, filters: object): Promise<Findable> => ({
  filters,
  ids: idsOf(await settled(site, operation, filters, five.length)),
});

async function users(site: Caller): Promise<Findable> {
  const q = unique();
  for (const number of five) await saved(site, { name: `${q} ${number}` });
  return findable(site, 'getUsers', { q });
}

async function issues(site: Caller): Promise<Findable> {
  const q = unique();
  const records = five.map((number) => ({ identifier: `${q}-${number}`, title: `Issue ${number}` }));
  await site.imported(setOf('issue', 'identifier', ...records));
  return findable(site, 'getIssues', { q });
}

async function accounts(site: Caller): Promise<Findable> {
  const mark = unique();
  const email = `${mark}@example.org`;
  const records = five.map((number) => ({
    ownerNumber: `${mark}-${number}`,
    name: `Owner ${number}`,
    email,
  }));
  await site.imported(setOf('interestAccount', 'ownerNumber', ...records));
  return findable(site, 'getInterestAccounts', { email });
}

/** Records that only a control panel can make. Without three of them on the site, the cases are skipped. */
async function present(site: Caller, operation: string, filters: object): Promise<Findable> {
  const ids = idsOf(await site.all(operation, { ...filters, sort: 'oldest' }));
  if (ids.length < 3) throw new Lacking(`found fewer than three records by ${operation}`);
  return { filters, ids };
}

const documents = (site: Caller) => present(site, 'getDocuments', {});
const responses = async (site: Caller) =>
  present(site, 'getResponses', { templateId: given(site.given.templateId, 'a form with responses') });

const search = (
  operation: string,
  find: Search['findable'],
  otherFilter: object,
  more: Pick<Search, 'madeBy'> & { readonly hasFields?: boolean } = {},
): Search => ({
  ...{ operation, otherFilter, hasFields: true, ...more },
  findable: shared(find),
});

export const searches: readonly Search[] = [
  search('getUsers', users, { userType: 'client' }),
  search('getIssues', issues, { open: false }, { madeBy: 'D10' }),
  search('getInterestAccounts', accounts, { ownerNumber: 'another' }, { madeBy: 'D10' }),
  search('getDocuments', documents, { taskId: 'another' }),
  search('getResponses', responses, { updatedAfter: 0 }, { hasFields: false }),
];
