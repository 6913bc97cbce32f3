import * as z from 'zod';
import type { Credentials, Given } from './port.ts';

/** Answers the fields of a success. */
export type ControlPanel = (operation: string, input: object) => Promise<Record<string, unknown>>;

const requests = 4;

/** Two sites with everything that the cases need and only a control panel can make. */
export async function prepare(control: ControlPanel): Promise<Given> {
  const siteId = await createSite(control, 'Conformance');
  const other = await createSite(control, 'Conformance, another site');
  await fillSites(control, { siteId, other });
  return tokensOf(control, { siteId, other });
}

export interface Sites {
  readonly siteId: string;
  readonly other: string;
}

/** What stays on a site for good: documents, and a form with responses. */
export async function fillSites(control: ControlPanel, { siteId, other }: Sites): Promise<void> {
  await createForm(control, siteId);
  for (const number of [1, 2, 3, 4, 5]) await control('saveDocument', { siteId, ...documentOf(number) });
  await control('saveDocument', { siteId: other, ...documentOf(6) });
}

/** The tokens that the cases need, each with the given fields too. */
export async function tokensOf(
  control: ControlPanel,
  { siteId, other }: Sites,
  fields: object = {},
): Promise<Given> {
  const token = (site: string, more: object) => tokenOf(control, site, { ...fields, ...more });
  const forms = await control('listForms', { siteId });
  const { items } = z.object({ items: z.array(z.object({ templateId: z.string() })) }).parse(forms);
  return {
    token: await token(siteId, { permission: 'write', dailyMails: 1_000_000 }),
    readOnly: await token(siteId, { permission: 'read' }),
    otherSite: await token(other, { permission: 'write' }),
    expired: await token(siteId, { permission: 'read', expiresDate: '2001-01-01T00:00:00.000Z' }),
    disabled: await disabledToken(control, siteId, fields),
    limited: { ...(await token(siteId, { permission: 'read', rateLimit: requests })), requests },
    templateId: items[0]?.templateId,
    listId: await listOf(control, siteId),
  };
}

export async function createSite(control: ControlPanel, name: string): Promise<string> {
  const created = await control('createSite', { name, kind: 'demo' });
  return z.object({ siteId: z.string() }).parse(created).siteId;
}

export const tokenOf = async (control: ControlPanel, siteId: string, token: object): Promise<Credentials> =>
  z
    .object({ apiKey: z.string(), apiSecret: z.string() })
    .parse(await control('createToken', { siteId, ...token }));

/** The one that every run of the cases adds items to. */
async function listOf(control: ControlPanel, siteId: string): Promise<string> {
  const name = 'Conformance';
  const listed = await control('listLists', { siteId });
  const lists = z.object({ items: z.array(z.object({ name: z.string() })) }).parse(listed);
  if (!lists.items.some((one) => one.name === name)) await control('createList', { siteId, name });
  return name;
}

async function disabledToken(control: ControlPanel, siteId: string, fields: object): Promise<Credentials> {
  const token = await tokenOf(control, siteId, { ...fields, permission: 'read' });
  const { apiKey } = token;
  const found = z
    .object({ token: z.object({ version: z.int() }) })
    .parse(await control('findToken', { apiKey }));
  await control('updateToken', { siteId, apiKey, version: found.token.version, disabled: true });
  return token;
}

async function createForm(control: ControlPanel, siteId: string): Promise<void> {
  const fields = [
    { id: 'name', title: 'Name' },
    { id: 'from', title: 'Valid from' },
  ];
  const form = await control('saveForm', { siteId, title: 'Change of address', fields });
  const { templateId } = z.object({ templateId: z.string() }).parse(form);
  const responses = [1, 2, 3, 4, 5].map((number) => ({
    answers: [
      { id: 'name', text: `Name ${number}` },
      { id: 'from', text: '31 January', value: '2026-01-31' },
    ],
  }));
  await control('saveResponses', { siteId, templateId, responses });
}

const documentOf = (number: number): object => ({
  fileName: `letter ${number}.txt`,
  contentType: 'text/plain',
  base64: Buffer.from(`Letter ${number}: Zoë\n`).toString('base64'),
  description: `Letter ${number}`,
  sourceUrl: 'https://example.org/letters',
  creatorId: `creator${number % 2}`,
  userIds: ['reader', `reader${number}`],
  taskId: `task${number % 2}`,
  taskRecordId: `taskRecord${number}`,
  issueId: `issue${number % 2}`,
  interestAccountIds: [`account${number % 2}`],
});
