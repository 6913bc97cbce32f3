import { operationNames, type OperationName } from '@sluice/contract';
import { openApiDocument, type JsonSchema } from '@sluice/contract/openapi';
import { startService, type Credentials, type Service } from '@sluice/data-access/testing/service';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';

const document = openApiDocument({ serverUrl: '/' });

/** The document as strict as it can be read: an answer with a field that it does not name is found out. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, closed(value)]);
  const schema: JsonSchema = Object.fromEntries(entries);
  const isObject = schema.type === 'object' && schema.properties !== undefined;
  return isObject && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: { schemas: closed(document.components.schemas) } });

/** What the document says is wrong with an answer and its headers. */
function wrongs(name: OperationName, body: unknown, headers: Readonly<Record<string, string>>): unknown[] {
  const { content, headers: named } = document.paths[`/${name}`]!.post.responses['200']!;
  const schema = JSON.stringify(content?.['application/json']?.schema).replaceAll('"#/', '"document#/');
  const isRight = ajv.validate(JSON.parse(schema), body);
  const missing = Object.keys(named).filter((header) => headers[header] === undefined);
  return [...(isRight ? [] : (ajv.errors ?? [])), ...missing];
}

interface Held {
  readonly name: OperationName;
  readonly input: object;
  readonly ok: boolean;
}

/** Calls, and holds the answer against the document. */
async function held(service: Service, site: Credentials, { name, input, ok }: Held) {
  const { body, response } = await service.call(name, site, input);
  expect({ name, wrongs: wrongs(name, body, response.headers) }).toEqual({ name, wrongs: [] });
  expect(body).toMatchObject({ ok });
  return body;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const firstId = (value: unknown): string => (Array.isArray(value) ? text(value[0]?.id) : '');

async function filledSite() {
  const service = startService();
  const site = await service.newSite();
  const answered = new Set<OperationName>();
  const call = (name: OperationName, input: object = {}) => {
    answered.add(name);
    return held(service, site, { name, input, ok: true });
  };
  const { users } = await call('saveUsers', {
    users: [{ name: 'Zoë', email: 'z@a.de', userType: 'client' }],
  });
  const recordSets = [
    { schema: 'list', lookup: 'name', records: [{ name: 'Counties' }] },
    { schema: 'role', lookup: 'name', records: [{ name: 'Clerk' }] },
    { schema: 'interestAccount', lookup: 'name', records: [{ name: 'A', ownerNumber: '7' }] },
    { schema: 'issue', lookup: 'title', records: [{ title: 'Roof', openedDate: '2026-01-01', open: true }] },
  ];
  const { importId } = await call('import', { recordSets, filename: 'all' });
  await call('importStatus', { importId });
  await service.drain();
  const { siteId } = site;
  const file = { fileName: 'a.txt', contentType: 'text/plain', base64: 'YQ==', userIds: [firstId(users)] };
  await service.control('saveDocument', { siteId, ...file });
  const form = await service.control('saveForm', {
    siteId,
    title: 'F',
    fields: [{ id: 'f1', title: 'Pet' }],
  });
  const { templateId } = form.body;
  const responses = [{ answers: [{ id: 'f1', text: 'cat', value: { paws: 4 } }] }];
  await service.control('saveResponses', { siteId, templateId, responses });
  return { service, site, call, answered, importId, userId: firstId(users), templateId };
}

describe('an answer of the service is as the document says', () => {
  test('of every operation, by default and with all fields', async () => {
    const { call, answered, importId, userId, templateId } = await filledSite();
    await call('checkCredentials');
    await call('importStatus', { importId });
    await call('getRoles');
    await call('createListItems', { listId: 'Counties', items: [{ title: 'Kent' }] });
    await call('getUser', { id: userId });
    await call('getUser', { id: userId, fields: ['name'] });
    const { items } = await call('getIssues', { sort: 'updated' });
    for (const name of ['getUsers', 'getDocuments', 'getInterestAccounts', 'getIssues'] as const) {
      const { fields } = document.components.schemas[`${name.replace('g', 'G')}Input`]!.properties!;
      const all = (fields as { items: { enum: string[] } }).items.enum;
      expect(await call(name)).toMatchObject({ items: [{}] });
      await call(name, { limit: 1, fields: all });
    }
    await call('getIssue', { id: firstId(items) });
    expect(await call('getResponses', { templateId })).toMatchObject({
      items: [{ answers: [{ text: 'cat' }] }],
    });
    // It answers bytes.
    const others = operationNames.filter((name) => name !== 'downloadFile');
    expect([...answered].toSorted()).toEqual(others.toSorted());
  });

  test('of refusals by every operation', async () => {
    const { service, site } = await filledSite();
    const refused = (name: OperationName, input: object, caller: Credentials = site) =>
      held(service, caller, { name, input, ok: false });
    for (const name of operationNames) {
      await refused(name, { surprise: 1 });
      await refused(name, {}, { ...site, apiSecret: 'wrong' });
    }
    await refused('getUser', { id: 'nobody' });
    await refused('import', { recordSets: [{ schema: 'client', lookup: 'salary', records: [{}] }] });
  });

  test('and one that is not, is found out', async () => {
    const { service, site } = await filledSite();
    const { body, response } = await service.call('getUsers', site);
    const { headers } = response;
    expect(wrongs('getUsers', { ...body, hasMore: 'no' }, headers)).not.toEqual([]);
    expect(wrongs('getUsers', { ...body, surprise: 1 }, headers)).not.toEqual([]);
    expect(wrongs('getUsers', { ...body, items: [{ salary: 1 }] }, headers)).not.toEqual([]);
    expect(wrongs('getUsers', body, {})).toContain('X-Request-Id');
  });
});
