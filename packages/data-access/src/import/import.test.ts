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
