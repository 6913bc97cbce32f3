import * as z from 'zod';
import { createCaller, idsOf, type Caller } from '../conformance/caller.ts';
import { httpPort } from '../conformance/http-port.ts';
import { createSite, fillSites, tokenOf, type ControlPanel, type Sites } from '../conformance/prepare.ts';

/** Sites cannot be removed, so every smoke of a service uses the same. */
const names = ['Sluice smoke', 'Sluice smoke, another site'] as const;

const sitesSchema = z.object({ items: z.array(z.object({ siteId: z.string(), name: z.string() })) });

async function sitesOf(control: ControlPanel): Promise<Partial<Sites>> {
  const { items } = sitesSchema.parse(await control('listSites', {}));
  const [siteId, other] = names.map((known) => items.find(({ name }) => name === known)?.siteId);
  return { ...(siteId && { siteId }), ...(other && { other }) };
}

/** Two demo sites for the conformance suite: those of earlier smokes, or new ones. */
export async function openSites(control: ControlPanel): Promise<Sites> {
  const { siteId, other } = await sitesOf(control);
  const sites = {
    siteId: siteId ?? (await createSite(control, names[0])),
    other: other ?? (await createSite(control, names[1])),
  };
  const { items } = formsSchema.parse(await control('listForms', { siteId: sites.siteId }));
  if (items.length === 0) await fillSites(control, sites);
  return sites;
}

const formsSchema = z.object({ items: z.array(z.unknown()) });

/** Fields of a token that expires soon, should nobody disable it. */
export const briefly = (notes: string): object => ({
  notes,
  expiresDate: new Date(Date.now() + 3_600_000).toISOString(),
});

/** Deletes all records of both sites, and disables their tokens. @returns how many records there were */
export async function emptySites(control: ControlPanel, serviceUrl: string): Promise<number> {
  let records = 0;
  for (const siteId of Object.values(await sitesOf(control))) {
    const token = await tokenOf(control, siteId, { permission: 'write', ...briefly('to empty the site') });
    records += await deleteAll(createCaller(httpPort(serviceUrl), { token }), control, siteId);
    await disableTokens(control, siteId);
  }
  return records;
}

async function deleteAll(site: Caller, control: ControlPanel, siteId: string): Promise<number> {
  const ofType = async (userType: string) =>
    (await site.all('getUsers', { userType, fields: ['id', 'deleted'], limit: 1000 })).filter(
      ({ deleted }) => deleted !== true,
    );
  const { roles } = z
    .object({ roles: z.array(z.record(z.string(), z.unknown())) })
    .parse(await site.ok('getRoles'));
  const found = {
    client: await ofType('client'),
    professional: await ofType('professional'),
    issue: await site.all('getIssues', { fields: ['id'], limit: 1000 }),
    interestAccount: await site.all('getInterestAccounts', { fields: ['id'], limit: 1000 }),
    role: roles,
    list: await listsOf(control, siteId),
  };
  let deleted = 0;
  for (const [schema, items] of Object.entries(found)) {
    const ids = idsOf(items);
    deleted += ids.length;
    for (let from = 0; from < ids.length; from += mostRecords)
      await deleteRecords(site, schema, ids.slice(from, from + mostRecords));
  }
  return deleted;
}

/** So many records fit into one import. */
const mostRecords = 5000;

/** @throws Error with the reason of the service */
export async function deleteRecords(site: Caller, schema: string, ids: readonly string[]): Promise<void> {
  const records = ids.map((id) => ({ id, deleted: true }));
  const { success, errorMessage } = await site.imported([{ schema, lookup: 'id', records }]);
  if (!success) throw new Error(`The service deleted no ${schema}: ${errorMessage ?? 'it gives no reason.'}`);
}

const pageSchema = z.object({
  items: z.array(z.object({ id: z.string() })),
  nextCursor: z.string().optional(),
});

async function listsOf(control: ControlPanel, siteId: string): Promise<{ id: string }[]> {
  const lists = [];
  for (let cursor: string | undefined; ;) {
    const page = pageSchema.parse(
      await control('listLists', { siteId, limit: 1000, ...(cursor && { cursor }) }),
    );
    lists.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return lists;
  }
}

const tokensSchema = z.object({
  items: z.array(z.object({ apiKey: z.string(), version: z.int(), disabled: z.boolean() })),
  nextCursor: z.string().optional(),
});

async function disableTokens(control: ControlPanel, siteId: string): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const asked = { siteId, limit: 1000, ...(cursor && { cursor }) };
    const page = tokensSchema.parse(await control('listTokens', asked));
    for (const { apiKey, version } of page.items.filter(({ disabled }) => !disabled))
      await control('updateToken', { siteId, apiKey, version, disabled: true });
    cursor = page.nextCursor;
    if (cursor === undefined) return;
  }
}
