import { describe, expect, it } from 'vitest';
import { client, onASite, set } from '../testing/on-a-site.ts';

const { service, call, run, outcomes, users } = onASite();

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
    expect(await outcomes([set(' Cli ent', 'E Mail', [{ email: 'a@x.org', name: 'A' }])])).toEqual([
      'created',
    ]);
    expect(await outcomes([set('OWNERACCOUNT', 'owner number', [{ ownerNumber: '1', name: 'A' }])])).toEqual([
      'created',
    ]);
  });

  it('lets later sets see what earlier ones create and change', async () => {
    const result = await run([
      set('list', 'name', [{ name: 'Kent Towns' }]),
      set('ListItem.kenttowns', 'code', [{ code: 'D', title: 'Dover' }]),
      set('interestAccount', 'ownerNumber', [{ ownerNumber: '7', name: 'Ada' }]),
      set('issue', 'identifier', [{ identifier: 'I', title: 'Pipe', ownerNumbers: ['7'] }]),
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
    const { body } = await call('createListItems', {
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
    const more = await call('import', {
      recordSets: [client([...records, { email: 'one@x.org' }])],
    });
    expect(more.message).toContain('10000');
  });

  it('shows nothing of another site (invariant 19)', async () => {
    await run([client([{ email: 'a@x.org', name: 'Ada' }])]);
    const other = await service.newSite();
    const { preview } = await service.importAll(other, [client([{ email: 'a@x.org', name: 'Eve' }])]);
    expect(preview?.counts.created).toBe(1);
    const mine = await call('import', {
      recordSets: [client([{ email: 'z@x.org', name: 'Z' }])],
    });
    expect(await service.call('importStatus', other, { importId: mine.body['importId'] })).toMatchObject({
      code: 'not_found',
    });
  });
});
