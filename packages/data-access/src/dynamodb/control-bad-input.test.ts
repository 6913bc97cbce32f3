import { beforeAll, expect, it } from 'vitest';
import { controlOperations } from '../control/dispatch-control.ts';
import { onDynamo } from '../testing/on-dynamo.ts';
import { client } from '../testing/on-a-site.ts';

const { service } = onDynamo();
let right: Record<string, unknown>;

beforeAll(async () => {
  right = await rightValues();
});

/** A valid value for each required field. The ids name things that exist. */
async function rightValues(): Promise<Record<string, unknown>> {
  const { siteId, apiKey, apiSecret } = await service.newSite();
  const made = async (operation: string, input: object): Promise<Record<string, unknown>> =>
    (await service.control(operation, { siteId, ...input })).body;
  const named = { name: 'N', title: 'T', kind: 'demo', permission: 'read', fields: [{ title: 'A' }] };
  const hook = { url: 'https://example.com/hook', models: [{ model: 'user' }] };
  const file = { fileName: 'f', contentType: 'a/b', base64: 'QQ==', bytes: 5 };
  const custom = { schema: 'issue', title: 'Colour', type: 'text' };
  const { listId } = await made('createList', { name: 'L' });
  const { templateId } = await made('saveForm', { title: 'F', fields: [{ title: 'A' }] });
  const { webhook } = await made('createWebhook', hook);
  const { webhookId } = webhook as { webhookId: string };
  const { deliveryId } = await made('testWebhook', { webhookId });
  const { id } = await made('declareCustomField', custom);
  const { key } = await made('startDocument', { contentType: 'a/b', bytes: 5 });
  const records = [{ email: 'a@x.org', name: 'A' }];
  const recordSets = [client(records)];
  const { importId } = (await service.call('import', { apiKey, apiSecret }, { dryRun: true, recordSets }))
    .body;
  await service.drain();
  const ids = { siteId, apiKey, listId, templateId, webhookId, deliveryId, id, key, importId, version: 1 };
  return { ...custom, ...named, ...hook, ...file, ...ids, responses: [{ answers: [] }] };
}

const texts = [
  '',
  ' ',
  'x',
  'x'.repeat(201),
  'x'.repeat(3000),
  '漢'.repeat(200),
  '\u0000',
  '\ud800',
  '#',
  '~',
];
const numbers = [0, -1, 1.5, 2 ** 53, 1e308];
const others = [null, true, [], [null], [[]], ['x', 'x'], {}, JSON.parse('{"__proto__": {"a": 1}}')];
const wrong: readonly unknown[] = [
  undefined,
  ...texts,
  ...numbers,
  ...others,
  '__proto__',
  '+275760-09-13T00:00Z',
];

it.each(Object.entries(controlOperations))(
  '%s refuses wrong values of each field in its envelope, with what was expected (invariant 16)',
  async (name, { input }) => {
    const required = Object.entries(input.shape).filter(([, field]) => !field.safeParse(undefined).success);
    const base = Object.fromEntries(required.map(([field]) => [field, right[field]]));
    for (const field of Object.keys(input.shape)) {
      for (const value of wrong) {
        const { code, message } = await service.control(name, { ...base, [field]: value });
        const what = `${field}: ${JSON.stringify(value)?.slice(0, 40)}`;
        expect([undefined, 'invalid_request', 'not_found'], what).toContain(code);
        expect(message, what).not.toMatch(/another value|undefined|Invalid/u);
      }
    }
    expect(service.faults).toEqual([]);
  },
);
