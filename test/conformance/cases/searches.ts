import { shared, unique, listIn, textIn, type Caller, type Fields } from '../caller.ts';
import { given, Lacking } from '../case.ts';

/** Some records that a search finds by its filters alone, whatever else there is on the site. */
export interface Findable {
  readonly filters: object;
  /** Oldest first. */
  readonly ids: readonly string[];
}

/** A search operation of section 2.3, with how its cases come by records. */
export interface Search {
  readonly operation: string;
  readonly findable: (site: Caller) => Promise<Findable>;
  /** Another filter than `findable` uses, which a cursor does not survive. */
  readonly otherFilter: (site: Caller) => Promise<object>;
  readonly hasFields: boolean;
}

const five = [1, 2, 3, 4, 5];

export async function saved(site: Caller, users: object[]): Promise<string[]> {
  return listIn(await site.ok('saveUsers', { users }), 'users').map((user) => textIn(user, 'id'));
}

/** A search may lag a write (D20): waits until it finds as many. */
export async function settled(
  site: Caller,
  operation: string,
  filters: object,
  count: number,
): Promise<Fields[]> {
  return site.eventually(`${operation} finds ${count} records`, async () => {
    const found = await site.all(operation, { ...filters, sort: 'oldest' });
    const updated = await site.all(operation, { ...filters, sort: 'updated' });
    return found.length === count && updated.length === count ? found : undefined;
  });
}

const idsOf = (items: readonly Fields[]): string[] => items.map((item) => textIn(item, 'id'));

async function users(site: Caller): Promise<Findable> {
  const mark = unique();
  for (const number of five) await saved(site, [{ name: `${mark} ${number}` }]);
  return { filters: { q: mark }, ids: idsOf(await settled(site, 'getUsers', { q: mark }, 5)) };
}

async function issues(site: Caller): Promise<Findable> {
  const mark = unique();
  const records = five.map((number) => ({ identifier: `${mark}-${number}`, title: `Issue ${number}` }));
  await site.imported([{ schema: 'issue', lookup: 'identifier', records }]);
  return { filters: { q: mark }, ids: idsOf(await settled(site, 'getIssues', { q: mark }, 5)) };
}

async function accounts(site: Caller): Promise<Findable> {
  const mark = unique();
  const email = `${mark}@example.org`;
  const records = five.map((number) => ({
    ownerNumber: `${mark}-${number}`,
    name: `Owner ${number}`,
    email,
  }));
  await site.imported([{ schema: 'interestAccount', lookup: 'ownerNumber', records }]);
  return { filters: { email }, ids: idsOf(await settled(site, 'getInterestAccounts', { email }, 5)) };
}

async function documents(site: Caller): Promise<Findable> {
  const ids = idsOf(await site.all('getDocuments', { sort: 'oldest' }));
  if (ids.length < 3) throw new Lacking('found fewer than three documents on the site');
  return { filters: {}, ids };
}

async function responses(site: Caller): Promise<Findable> {
  const filters = { templateId: given(site.given.templateId, 'a form with responses') };
  const ids = idsOf(await site.all('getResponses', { ...filters, sort: 'oldest' }));
  if (ids.length < 3) throw new Lacking('found fewer than three responses to the form');
  return { filters, ids };
}

export const searches: readonly Search[] = [
  {
    operation: 'getUsers',
    findable: shared(users),
    otherFilter: async () => ({ userType: 'client' }),
    hasFields: true,
  },
  {
    operation: 'getIssues',
    findable: shared(issues),
    otherFilter: async () => ({ open: false }),
    hasFields: true,
  },
  {
    operation: 'getInterestAccounts',
    findable: shared(accounts),
    otherFilter: async () => ({ ownerNumber: 'another' }),
    hasFields: true,
  },
  {
    operation: 'getDocuments',
    findable: shared(documents),
    otherFilter: async () => ({ taskId: 'another' }),
    hasFields: true,
  },
  {
    operation: 'getResponses',
    findable: shared(responses),
    otherFilter: async () => ({ updatedAfter: 0 }),
    hasFields: false,
  },
];
