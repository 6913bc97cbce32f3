import { beforeEach, describe, expect, it } from 'vitest';
import { startService, type Credentials, type Service } from '../testing/service.ts';

let service: Service;
let site: Credentials & { siteId: string };
beforeEach(async () => {
  service = startService();
  site = await service.newSite();
});

const client = (records: object[], lookup = 'email') => ({ schema: 'client', lookup, records });
const run = async (recordSets: object[], options: object = {}) => {
  const imported = await service.importAll(site, recordSets, options);
  service.advance(1000);
  return imported;
};
const outcomes = async (recordSets: object[], options: object = {}) => {
  const { preview } = await run(recordSets, options);
  return preview?.outcomes.map(([, outcome]) => outcome);
};
const users = async (fields = ['name', 'email']) => {
  const { body } = await service.call('getUsers', site, { sort: 'oldest', fields });
  return body['items'] as Record<string, unknown>[];
};

describe('an import', () => {
  it('creates what is not found and updates what is, in the order of the request', async () => {
    expect(
      await run([
        client([
          { email: 'a@x.org', name: 'Ada' },
          { email: 'b@x.org', name: 'Bo' },
        ]),
      ]),
    ).toMatchObject({
      status: 'success',
      done: true,
      success: true,
      error: false,
    });
    expect(await users()).toEqual([
      { name: 'Ada', email: 'a@x.org' },
      { name: 'Bo', email: 'b@x.org' },
    ]);
    const { preview } = await run([
      client([
        { email: 'b@x.org', name: 'Bob' },
        { email: 'c@x.org', name: 'Cy' },
      ]),
    ]);
    expect(preview?.counts).toMatchObject({ created: 1, updated: 1, unchanged: 0 });
    expect(preview?.diffs).toEqual([[1, { name: ['Bo', 'Bob'] }]]);
    expect((await users()).map(({ name }) => name)).toEqual(['Ada', 'Bob', 'Cy']);
  });

  it('does not write a record whose values are stored already', async () => {
    await run([client([{ email: 'a@x.org', name: 'Ada', cellPhone: null }])]);
    service.advance(60_000);
    expect(await outcomes([client([{ email: ' A@X.ORG ', name: 'Ada', homePhone: null }])])).toEqual([
      'unchanged',
    ]);
    expect(await users(['email', 'updatedDate'])).toEqual([
      { email: 'a@x.org', updatedDate: '2026-03-01T08:00:00.000Z' },
    ]);
  });

  it('clears a field by null, keeps an absent one, and does not rewrite the lookup', async () => {
    await run([client([{ email: 'a@x.org', name: 'Ada', username: 'ada', cellPhone: '0151 1' }])]);
    await run([client([{ email: 'A@X.org', username: null }])]);
    expect(await users(['name', 'email', 'username', 'cellPhone'])).toEqual([
      { name: 'Ada', email: 'a@x.org', username: null, cellPhone: '0151 1' },
    ]);
  });

  it('deletes, after which the value finds nobody; to delete again does no harm', async () => {
    await run([client([{ email: 'a@x.org', name: 'Ada' }])]);
    expect(await outcomes([client([{ email: 'a@x.org', deleted: true }])])).toEqual(['deleted']);
    expect(await outcomes([client([{ email: 'a@x.org', deleted: true }])])).toEqual(['unchanged']);
    expect(await outcomes([client([{ email: 'a@x.org', name: 'Ada again' }])])).toEqual(['created']);
    expect(await users(['name', 'deleted'])).toEqual([
      { name: 'Ada', deleted: true },
      { name: 'Ada again', deleted: false },
    ]);
  });

  it('finds a record by its new value after a change, and not by the old one', async () => {
    await run([client([{ email: 'a@x.org', name: 'Ada', username: 'ada' }])]);
    await run([client([{ username: 'ada', email: 'new@x.org' }], 'username')]);
    expect(await outcomes([client([{ email: 'new@x.org', name: 'Ada' }])])).toEqual(['unchanged']);
    expect(await outcomes([client([{ email: 'a@x.org', name: 'Eve' }])])).toEqual(['created']);
    expect(await users()).toEqual([
      { name: 'Ada', email: 'new@x.org' },
      { name: 'Eve', email: 'a@x.org' },
    ]);
  });

  it('reads names of schemas and lookups in any case and spacing', async () => {
    expect(
      await outcomes([{ schema: ' Cli ent', lookup: 'E Mail', records: [{ email: 'a@x.org', name: 'A' }] }]),
    ).toEqual(['created']);
    expect(
      await outcomes([
        { schema: 'OWNERACCOUNT', lookup: 'owner number', records: [{ ownerNumber: '1', name: 'A' }] },
      ]),
    ).toEqual(['created']);
  });

  it('lets later sets see what earlier ones create and change', async () => {
    const result = await run([
      { schema: 'list', lookup: 'name', records: [{ name: 'Kent Towns' }] },
      { schema: 'ListItem.kenttowns', lookup: 'code', records: [{ code: 'D', title: 'Dover' }] },
      { schema: 'interestAccount', lookup: 'ownerNumber', records: [{ ownerNumber: '7', name: 'Ada' }] },
      {
        schema: 'issue',
        lookup: 'identifier',
        records: [{ identifier: 'I', title: 'Pipe', ownerNumbers: ['7'] }],
      },
      client([{ email: 'a@x.org', name: 'Ada', username: 'ada' }]),
      client(
        [
          { username: 'ada', name: 'Ada L.' },
          { username: 'bo', name: 'Bo' },
        ],
        'username',
      ),
      client([{ username: 'ada', deleted: true }], 'username'),
    ]);
    expect(result.preview?.outcomes.map(([, outcome]) => outcome)).toEqual([
      'created',
      'created',
      'created',
      'created',
      'created',
      'updated',
      'created',
      'deleted',
    ]);
    expect(result.status).toBe('success');
    expect(await users(['name', 'deleted'])).toEqual([
      { name: 'Ada L.', deleted: true },
      { name: 'Bo', deleted: false },
    ]);
    const { body } = await service.call('createListItems', site, {
      listId: 'Kent Towns',
      items: [{ title: 'x', code: 'D' }],
    });
    expect(body['items']).toMatchObject([{ created: false }]);
  });

  it('takes 10,000 records in one request', async () => {
    const records = Array.from({ length: 10_000 }, (_, n) => ({ email: `u${n}@x.org`, name: `User ${n}` }));
    const { preview, status } = await run([client(records)]);
    expect(status).toBe('success');
    expect(preview?.counts.created).toBe(10_000);
    expect(await outcomes([client(records)])).toEqual(records.map(() => 'unchanged'));
    const more = await service.call('import', site, {
      recordSets: [client([...records, { email: 'one@x.org' }])],
    });
    expect(more.message).toContain('10000');
  });

  it('shows nothing of another site (invariant 19)', async () => {
    await run([client([{ email: 'a@x.org', name: 'Ada' }])]);
    const other = await service.newSite();
    const { preview } = await service.importAll(other, [client([{ email: 'a@x.org', name: 'Eve' }])]);
    expect(preview?.counts.created).toBe(1);
    const mine = await service.call('import', site, {
      recordSets: [client([{ email: 'z@x.org', name: 'Z' }])],
    });
    expect(await service.call('importStatus', other, { importId: mine.body['importId'] })).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a dry run', () => {
  it('says what would happen and changes nothing', async () => {
    await run([
      client([
        { email: 'a@x.org', name: 'Ada' },
        { email: 'b@x.org', name: 'Bo' },
      ]),
    ]);
    const records = [
      { email: 'a@x.org', name: 'Ada L.' },
      { email: 'b@x.org', deleted: true },
      { email: 'c@x.org', name: 'Cy' },
    ];
    const dry = await run([client(records)], { dryRun: true });
    expect(dry).toMatchObject({ status: 'valid', done: true, success: true, error: false });
    expect(await users()).toHaveLength(2);
    const real = await run([client(records)]);
    const plain = (preview: typeof dry.preview) =>
      preview?.outcomes.map(([number, outcome]) => [number, outcome]);
    expect(plain(dry.preview)).toEqual(plain(real.preview));
    expect(dry.preview?.diffs).toEqual(real.preview?.diffs);
  });
});

describe('a refusal at once', () => {
  const refuse = async (recordSets: unknown, options: object = {}) => {
    const answer = await service.call('import', site, { recordSets, ...options });
    expect(answer).toMatchObject({ ok: false, code: 'invalid_request', body: { error: { status: 400 } } });
    const importId = String(answer.body['importId']);
    const kept = await service.status(site, importId);
    expect(kept).toMatchObject({
      status: 'invalid',
      done: true,
      success: false,
      error: true,
      errorMessage: answer.message,
    });
    return { message: answer.message, preview: kept.preview };
  };

  it('names every wrong record, with its number, its set, its field and what was expected', async () => {
    const { message, preview } = await refuse([
      client([
        { email: 'a@x.org', name: 'Ada' },
        { email: 'no', name: 'Bo' },
        { email: 'c@x.org', salary: 1, isSuspended: 'yes' },
      ]),
      { schema: 'role', lookup: 'name', records: [{ name: null }] },
    ]);
    expect(message.split('\n').map((line) => line.split(': ', 2).join(': '))).toEqual([
      'record 2 (set 1, record 2): email',
      'record 3 (set 1, record 3): salary',
      'record 3 (set 1, record 3): isSuspended',
      'record 4 (set 2, record 1): name',
    ]);
    expect(message).toContain('isSuspended: true or false');
    expect(preview?.outcomes).toEqual([
      [1, 'notAttempted'],
      [2, 'failed'],
      [3, 'failed'],
      [4, 'failed'],
    ]);
  });

  it('names also those that the records of the site stand against, up to the first set with a mistake', async () => {
    const twins = ['Ada', 'Bo'].map((name) => ({ name, email: 'home@x.org' }));
    await service.call('saveUsers', site, { users: twins });
    const { message, preview } = await refuse([
      client([
        { email: 'home@x.org', name: 'A' },
        { email: 'no', name: 'B' },
        { email: 'new@x.org' },
        { email: 'fine@x.org', name: 'F' },
      ]),
      client([{ id: 'nobody', name: 'X' }], 'id'),
    ]);
    expect(message.split('\n').map((line) => line.split(': ', 2).join(': '))).toEqual([
      'record 1 (set 1, record 1): email',
      'record 2 (set 1, record 2): email',
      'record 3 (set 1, record 3): name',
    ]);
    expect(preview?.counts).toMatchObject({ failed: 3, notAttempted: 2 });
  });

  it('never repeats a value', async () => {
    const { message } = await refuse([
      client([{ email: 'secret value', name: 'Ada', cellPhone: 'call me' }]),
    ]);
    expect(message).not.toMatch(/secret value|call me/);
  });

  it.each([
    ['an unknown schema', [{ schema: 'dragon', lookup: 'id', records: [{ id: '1' }] }], 'set 1: schema'],
    [
      'an unknown lookup',
      [{ schema: 'client', lookup: 'shoe size', records: [{ name: 'A' }] }],
      'set 1: lookup',
    ],
    [
      'an unknown list',
      [{ schema: 'ListItem.Dragons', lookup: 'title', records: [{ title: 'A' }] }],
      'not Dragons',
    ],
    ['a record without its lookup', [client([{ name: 'A' }])], 'email'],
    ['no record sets', undefined, 'recordSets'],
    ['a set without records', [{ schema: 'client', lookup: 'email', records: [] }], 'records'],
    ['a record that is no object', [client(['x' as unknown as object])], 'records'],
  ])('is given to %s', async (_, recordSets, expected) => {
    expect((await refuse(recordSets)).message).toContain(expected);
  });

  it('names both of two records of a set with the same lookup value', async () => {
    const { message } = await refuse([
      client([
        { email: 'a@x.org', name: 'A' },
        { email: 'b@x.org', name: 'B' },
        { email: 'A@x.org', name: 'C' },
      ]),
    ]);
    expect(message).toMatch(/^record 3 \(set 1, record 3\): email: .*record 1 /);
  });

  it('says how many more there are beyond its length', async () => {
    const { message } = await refuse([
      client(Array.from({ length: 3000 }, (_, n) => ({ email: `no ${n}`, name: 'N' }))),
    ]);
    expect(message.length).toBeLessThan(110_000);
    const named = message.split('\n').length - 1;
    expect(message).toMatch(new RegExp(`and ${3000 - named} more$`));
  });

  it('says so of record sets, too', async () => {
    const { message } = await refuse(
      Array.from({ length: 2000 }, () => ({ schema: 'dragon', lookup: 'id', records: [{ id: '1' }] })),
    );
    const named = message.split('\n').length - 1;
    expect(message).toMatch(new RegExp(`and ${2000 - named} more$`));
  });

  it('is made of a hostile key as of any unknown field', async () => {
    const body = `{"apiKey":"${site.apiKey}","apiSecret":"${site.apiSecret}","recordSets":[{"schema":"client","lookup":"email","records":[{"email":"a@x.org","name":"A","__proto__":{"x":1}}]}]}`;
    expect((await service.post('/import', { body })).message).toContain('__proto__');
  });
});

describe('a refusal by validation', () => {
  const refuse = async (recordSets: object[]) => {
    const refused = await run(recordSets);
    expect(refused).toMatchObject({ status: 'invalid', done: true, success: false, error: true });
    return refused.errorMessage;
  };

  beforeEach(async () => {
    await service.call('saveUsers', site, {
      users: [
        { name: 'Ada', email: 'home@x.org' },
        { name: 'Bo', email: 'home@x.org' },
        { name: 'Pro', email: 'p@x.org', userType: 'professional' },
      ],
    });
  });

  it('names the records that share a lookup value', async () => {
    const ids = (await users(['id'])).map(({ id }) => id);
    const message = await refuse([client([{ email: 'home@x.org', name: 'A' }])]);
    expect(message).toMatch(/^record 1 \(set 1, record 1\): email: .* 2 have it/);
    expect(message).toContain(String(ids[0]));
    expect(message).toContain(String(ids[1]));
  });

  it('names every record at once, and nothing is written', async () => {
    const message = await refuse([
      client([
        { email: 'p@x.org', name: 'P' },
        { email: 'new@x.org' },
        { email: 'fine@x.org', name: 'Fine' },
      ]),
      client([{ id: 'nobody', name: 'X' }], 'id'),
      {
        schema: 'professional',
        lookup: 'email',
        records: [{ email: 'q@x.org', name: 'Q', roleIds: ['r1', 'r2'] }],
      },
      {
        schema: 'issue',
        lookup: 'identifier',
        records: [{ identifier: 'I', title: 'T', requesterId: 'x', ownerNumbers: ['9'] }],
      },
    ]);
    expect(message?.split('\n').map((line) => line.split(': ', 2).join(': '))).toEqual([
      'record 1 (set 1, record 1): email',
      'record 2 (set 1, record 2): name',
      'record 4 (set 2, record 1): id',
      'record 5 (set 3, record 1): roleIds',
      'record 6 (set 4, record 1): requesterId',
      'record 6 (set 4, record 1): ownerNumbers',
    ]);
    expect(await users(['name'])).toHaveLength(3);
  });

  it('refuses a name of a list that another list has', async () => {
    await run([{ schema: 'list', lookup: 'name', records: [{ name: 'One' }, { name: 'Two' }] }]);
    const rows = service.services.store.records.scan(site.siteId, {
      kind: 'list',
      order: 'oldest',
      expected: 2,
    });
    const ids: string[] = [];
    for await (const { id } of rows) ids.push(id);
    expect(
      await refuse([{ schema: 'list', lookup: 'id', records: [{ id: ids[0], name: 'TWO' }] }]),
    ).toContain('name: a value that no other');
    expect(
      await outcomes([{ schema: 'list', lookup: 'id', records: [{ id: ids[0], name: 'Three' }] }]),
    ).toEqual(['updated']);
  });
});
