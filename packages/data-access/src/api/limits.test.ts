import { importableSchemas, limits, operationNames, operations, type OperationName } from '@sluice/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { controlOperations } from '../control/dispatch-control.ts';
import { startService, type Service, type Site } from '../testing/service.ts';

type Path = readonly (string | number)[];
interface List<Operation = OperationName> {
  readonly operation: Operation;
  /** `0` stands for every entry of a list above. */
  readonly path: Path;
  readonly most: number;
}

const jsonSchema = z.looseObject({
  maxItems: z.number().optional(),
  type: z.unknown().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** Every list of an input, wherever it is. */
function listsIn<Operation>(operation: Operation, schema: unknown, path: Path = []): List<Operation>[] {
  const { type, maxItems = Infinity, items, properties = {}, anyOf = [] } = jsonSchema.parse(schema);
  return [
    ...(type === 'array'
      ? [{ operation, path, most: maxItems }, ...listsIn(operation, items, [...path, 0])]
      : []),
    ...Object.entries(properties).flatMap(([name, inner]) => listsIn(operation, inner, [...path, name])),
    ...anyOf.flatMap((inner) => listsIn(operation, inner, path)),
  ];
}

const toJson = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
const lists = operationNames.flatMap((name) => listsIn(name, toJson(operations[name].input)));

const user = { name: 'Ada' };
const record = (n: number) => ({ email: `a${n}@x.org`, name: 'Ada' });
const set = (n: number) => ({ schema: 'client', lookup: 'email', records: [record(n)] });
/** A valid body around the list of each path, and its valid entries. */
const bodies: Record<string, { body: (list: unknown) => object; entry: (n: number) => unknown }> = {
  fields: { body: (fields) => ({ fields }), entry: () => 'id' },
  ids: { body: (list) => ({ creatorIds: list }), entry: (n) => `id${n}` },
  items: { body: (items) => ({ listId: 'Towns', items }), entry: (n) => ({ title: `T${n}` }) },
  users: { body: (users) => ({ users }), entry: () => user },
  'users.0.roleIds': { body: (roleIds) => ({ users: [{ ...user, roleIds }] }), entry: () => 'role' },
  recordSets: { body: (recordSets) => ({ recordSets }), entry: set },
  'recordSets.0.records': { body: (records) => ({ recordSets: [{ ...set(0), records }] }), entry: record },
  'recordSets.0.expects': {
    body: (expects) => ({ recordSets: [{ ...set(0), records: recordsFor(expects), expects }] }),
    entry: () => null,
  },
  emails: {
    body: (list) => ({ recordSets: [set(0)], successNotificationEmails: list }),
    entry: (n) => `a${n}@x.org`,
  },
};
/** One for each entry of a list that is taken. */
const recordsFor = (list: unknown) =>
  Array.isArray(list) && list.length <= limits.importRecords ? list.map((_, n) => record(n)) : [record(0)];
const kindOf = (path: Path): string => {
  const name = path.join('.');
  if (name.endsWith('Emails')) return 'emails';
  return /^[a-zA-Z]+Ids$/u.test(name) ? 'ids' : name;
};
const base = (operation: OperationName) =>
  ['getIssue', 'getUser'].includes(operation)
    ? { id: 'none' }
    : operation === 'getResponses'
      ? { templateId: 'none' }
      : {};

let service: Service;
let site: Site;
let reads = 0;
const rename = (body: object, path: Path) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) =>
      name === 'creatorIds' || name === 'successNotificationEmails'
        ? [String(path[0]), value]
        : [name, value],
    ),
  );

/** Sends the list in an otherwise valid body. */
async function send({ operation, path }: List, list: unknown) {
  const { body } = bodies[kindOf(path)]!;
  reads = 0;
  const started = performance.now();
  const answer = await service.call(operation, site, { ...base(operation), ...rename(body(list), path) });
  return { ...answer, reads, ms: performance.now() - started };
}
const entries = ({ path }: List, count: number) =>
  Array.from({ length: count }, (_, n) => bodies[kindOf(path)]!.entry(n));
const nameOf = ({ path }: Pick<List, 'path'>) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);

beforeAll(async () => {
  service = startService();
  site = await service.newSite();
  await service.importAll(site, [{ schema: 'list', lookup: 'name', records: [{ name: 'Towns' }] }]);
  const token = (
    await service.control('createToken', { siteId: site.siteId, permission: 'write', dailyMails: 1_000_000 })
  ).body;
  Object.assign(site, { apiKey: token['apiKey'], apiSecret: token['apiSecret'] });
  const counted = <T extends object>(store: T): T =>
    new Proxy(store, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name);
        return typeof found === 'function'
          ? (...all: unknown[]) => ((reads += 1), Reflect.apply(found, target, all))
          : found;
      },
    });
  const { store } = service.services;
  Object.assign(service.services, {
    store: {
      ...store,
      records: counted(store.records),
      lookups: counted(store.lookups),
      imports: store.imports,
    },
  });
});

const named = lists.map((list) => [`${list.operation} ${nameOf(list)}`, list] as const);

describe('every list of every operation', () => {
  it('is known to this test', () => {
    expect(lists).toHaveLength(18);
    for (const { path } of lists) expect(Object.keys(bodies)).toContain(kindOf(path));
  });

  it.each(named)('%s is taken at its limit and refused beyond it, before any work', async (_, list) => {
    expect(list.most).toBeLessThanOrEqual(limits.importRecords);
    const atLimit = await send(list, entries(list, list.most));
    expect(atLimit.message).not.toMatch(/expected at most/u);
    expect(atLimit.code ?? 'none').toMatch(/^(?:none|not_found|invalid_request)$/u);
    const beyond = await send(list, entries(list, list.most + 1));
    expect(beyond).toMatchObject({ code: 'invalid_request', reads: 0 });
    expect(beyond.message).toContain(`${nameOf(list)}: expected at most ${list.most} entries`);
  });

  // Each wrong entry was a finding of its own: a body of 3 MiB took up to 19 s, or ended as server_error.
  it.each(named)(
    '%s is refused at once when it fills a body with wrong entries',
    async (_, list) => {
      for (const wrong of [0, {}]) {
        const size = limits.bodyBytes - 1000;
        const answer = await send(
          list,
          Array.from({ length: size / (JSON.stringify(wrong).length + 1) }, () => wrong),
        );
        expect(answer).toMatchObject({ code: 'invalid_request', reads: 0 });
        expect(answer.ms).toBeLessThan(4000);
      }
    },
    60_000,
  );
});

describe('every list of every operation of the control panel', () => {
  const ofThePanel = Object.entries(controlOperations).flatMap(([name, { input }]) =>
    listsIn(input, toJson(input)).map((list) => [`${name} ${nameOf(list)}`, list] as const),
  );

  it('is found', () => {
    expect(ofThePanel.length).toBeGreaterThan(6);
  });

  it.each(ofThePanel)('%s is refused beyond its limit', (_, { operation: input, path, most }) => {
    expect(most).toBeLessThanOrEqual(1000);
    const codesOf = (count: number) => {
      const list: unknown = Array.from({ length: count }, () => null);
      const body = path.reduceRight((inner, key) => (key === 0 ? [inner] : { [key]: inner }), list);
      const { issues = [] } = input.safeParse(body).error ?? {};
      return issues.filter((issue) => issue.path.join('.') === path.join('.')).map(({ code }) => code);
    };
    expect(codesOf(most)).not.toContain('too_big');
    expect(codesOf(most + 1)).toContain('too_big');
  });
});

describe('a request', () => {
  const manyFields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));

  it('has a limited number of fields, and so has each of its objects and records', async () => {
    const body = await service.call('getUsers', site, manyFields(200_000));
    expect(body.message).toBe(`body: expected at most 100 fields; these are 200002.`);
    const one = await service.call('saveUsers', site, { users: [manyFields(200_000)] });
    expect(one.message).toMatch(/^users\[0\]: expected at most \d+ fields$/u);
    const sets = [{ ...set(0), records: [manyFields(200_000)] }];
    const imported = await service.call('import', site, { recordSets: sets });
    expect(imported.message).toBe(
      'record 1 (set 1, record 1): email: is in a record of 200000 fields. Send at most 500.',
    );
  });

  it('has a limited number of entries in all its lists', async () => {
    const records = Array.from({ length: limits.importRecords }, () => ({}));
    const sets = Array.from({ length: 20 }, () => ({ ...set(0), records }));
    const { message } = await service.call('import', site, { recordSets: sets });
    expect(message).toBe('body: expected at most 110000 entries in all lists together');
  });

  it.each(importableSchemas.map((schema) => [schema.name, schema] as const))(
    'has lists of limited length in the records of %s',
    async (name, { fields, lookups }) => {
      for (const [field, { type, readOnly }] of Object.entries(fields)) {
        if (!type.endsWith('List') || readOnly) continue;
        const list = Array.from({ length: limits.listLength + 1 }, () => 'x');
        const sets = [{ schema: name, lookup: lookups[0], records: [{ [field]: list }] }];
        const { message } = await service.call('import', site, { recordSets: sets });
        expect(message).toContain(
          `${field}: has ${limits.listLength + 1} entries. Write at most ${limits.listLength}.`,
        );
      }
    },
  );

  it('counts a name or an id that stands twice once', async () => {
    await service.importAll(site, [set(1)]);
    const { body } = await service.call('getUsers', site, { fields: ['name', 'id', 'name'] });
    const { body: once } = await service.call('getUsers', site, { fields: ['name', 'id'] });
    expect(body['items']).toEqual(once['items']);
    const ids = await service.call('getDocuments', site, {
      creatorIds: Array.from({ length: 1000 }, () => 'x'),
    });
    expect(ids.ok).toBe(true);
  });
});
