import { describe, expect, it } from 'vitest';
import { client, onASite, set } from '../testing/on-a-site.ts';

const { service, site, call, run, outcomes, users } = onASite();

describe('an import', () => {
  it('finds a record by its new value after a change, and not by the old value', async () => {
    await run([client([{ email: 'a@x.org', name: 'Ada', username: 'ada' }])]);
    await run([client([{ username: 'ada', email: 'new@x.org' }], 'username')]);
    expect(await outcomes([client([{ email: 'new@x.org', name: 'Ada' }])])).toEqual(['unchanged']);
    expect(await outcomes([client([{ email: 'a@x.org', name: 'Eve' }])])).toEqual(['created']);
    expect(await users()).toEqual([
      { name: 'Ada', email: 'new@x.org' },
      { name: 'Eve', email: 'a@x.org' },
    ]);
  });

  it('finds a record by a name in another form, and changes nothing that looks the same', async () => {
    const stored = { name: 'Jos\u00e9 \u00c5s', username: 'jo', email: 'j@x.org', homePhone: '030 8' };
    await run([client([stored], 'name')]);
    const forms = { name: 'Jose\u0301  A\u030as ', username: ' jo', homePhone: '030\u00a08' };
    expect(await outcomes([client([forms], 'name')])).toEqual(['unchanged']);
    expect(await outcomes([client([{ ...forms, email: 'j@x.org' }])])).toEqual(['unchanged']);
    const changed = await run([client([{ ...forms, homePhone: '030 9' }], 'name')], { dryRun: true });
    expect(changed.preview?.diffs).toEqual([[1, { homePhone: ['030 8', '030 9'] }]]);
    const { message } = await call('import', { recordSets: [client([stored, forms], 'name')] });
    expect(message).toContain('record 2 (set 1, record 2): name: ');
    expect(await users(['name', 'username'])).toEqual([{ name: 'Jos\u00e9 \u00c5s', username: 'jo' }]);
  });

  it.each([
    ['interestAccount', 'ownerNumber', { name: 'Ada' }],
    ['issue', 'identifier', { title: 'Pipe' }],
    ['client', 'username', { name: 'Ada' }],
    ['role', 'name', {}],
  ])(
    'finds a record of %s by its %s in any form, and stores it without outer white space',
    async (schema, lookup, other) => {
      const value = (written: string) => [set(schema, lookup, [{ ...other, [lookup]: written }])];
      expect(await outcomes(value(' \u00e9 1\t'))).toEqual(['created']);
      for (const written of ['\u00e9 1', 'e\u0301\u00a0 1', '\n\u00e9 1 '])
        expect(await outcomes(value(written))).toEqual(['unchanged']);
      expect(await outcomes(value('\u00e91'))).toEqual(['created']);
      const deleted = await run([set(schema, lookup, [{ [lookup]: '\u00e9  1', deleted: true }])]);
      expect(deleted.preview?.diffs[0]?.[1]).toMatchObject({ [lookup]: ['\u00e9 1', null] });
    },
  );

  it('lets later sets use what earlier ones create and change', async () => {
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

  it.each([
    ['a dry run', { dryRun: true }, 3],
    ['for real', {}, 4],
    ['for real, with an address for failures alone', { failureNotificationEmails: ['f@x.org'] }, 5],
    ['for real, with a mail', { successNotificationEmails: ['s@x.org'] }, 6],
  ])('writes its item only so often: %s', async (_how, options, writes) => {
    const message = await service.queued(site, [client([{ email: 'a@x.org', name: 'Ada' }])], options);
    service.messages.push(message);
    await service.drain();
    const item = await service.services.store.imports.get(site.siteId, message.importId);
    // The first write has the version 1.
    expect(item).toMatchObject({ version: writes, notified: true });
  });
});
