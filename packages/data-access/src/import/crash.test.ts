import { foldSpace } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { aWebhook } from '../testing/builders.ts';
import { Crash, dyingAt } from '../testing/dying.ts';
import { startService } from '../testing/service.ts';
import { wrapped } from '../testing/undoing.ts';
import { runImport } from '../engine/run-import.ts';
import { client, set } from '../testing/on-a-site.ts';

const before = [
  client([
    { email: 'a@x.org', name: 'Ada' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'c@x.org', name: 'Cy' },
  ]),
];
const recordSets = [
  client([
    { email: 'a@x.org', name: 'Ada L.' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'c@x.org', deleted: true },
    { email: 'd@x.org', name: 'Di', username: 'di' },
    { email: 'e@x.org', name: 'Ed' },
  ]),
  set('role', 'name', [{ name: 'Clerk' }, { name: 'Plumber' }]),
  client([{ username: 'di', cellPhone: '0151 1' }], 'username'),
];

const models = ['user', 'role'].map((model) => ({ model, fields: null }));

async function prepared() {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, before);
  service.advance(60_000);
  await service.services.store.webhooks.create(aWebhook({ siteId: site.siteId, models }));
  const message = await service.queued(site, recordSets, { successNotificationEmails: ['s@x.org'] });
  return { service, site, message };
}
type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Everything that can be observed afterwards, except times. */
async function seen({ service, site, message }: Prepared) {
  const { status, preview } = await service.status(site, message.importId);
  const fields = ['name', 'email', 'username', 'cellPhone', 'deleted'];
  const users = (await service.call('getUsers', site, { sort: 'oldest', fields })).body['items'];
  const roles = (await service.call('getRoles', site)).body['roles'] as { name: string }[];
  const events = await service.publishedEvents();
  return {
    status,
    outcomes: preview?.outcomes.map(([number, outcome]) => [number, outcome]),
    diffs: preview?.diffs,
    users,
    roles: roles.map(({ name }) => name),
    changesPublished: new Set(events.map(({ action, docId }) => `${action} ${docId}`)).size,
  };
}

describe('an import whose worker dies', () => {
  it.each(['before', 'after', 'half of'])(
    'ends as without a crash, and publishes each change, when it dies %s any call (invariants 7 and 18)',
    async (when) => {
      const calm = await prepared();
      const counting = dyingAt(Infinity);
      await runImport(calm.message, wrapped(calm.service, counting.over));
      const expected = await seen(calm);
      expect(expected).toMatchObject({ status: 'success', changesPublished: 7 });
      expect(counting.calls()).toBeGreaterThan(30);

      for (let n = 1; n <= counting.calls(); n += 1) {
        const its = await prepared();
        const { service, message } = its;
        const dying = dyingAt(when === 'before' ? n : -n, when === 'half of');
        await runImport(message, wrapped(service, dying.over)).catch(() => undefined);
        expect(dying.isDead()).toBe(true);
        service.advance(120_000);
        await runImport(message, service.services);
        expect(await seen(its), `${when} call ${n}`).toEqual(expected);
        expect([1, 2]).toContain(service.mails.length);
      }
    },
  );

  it('ends with the reason when it makes no progress (invariant 12)', async () => {
    const its = await prepared();
    const { service, site, message } = its;
    service.services.store.records.write = async () => {
      throw new Error('the table burns');
    };
    for (let times = 0; times < 12; times += 1) {
      await runImport(message, service.services).catch(() => undefined);
      service.advance(120_000);
    }
    const ended = await service.status(site, message.importId);
    expect(ended).toMatchObject({ status: 'error', done: true, error: true });
    expect(ended.errorMessage).toContain('again and again');
  });

  it('does not write over what others wrote after it', async () => {
    const its = await prepared();
    const { service, site, message } = its;
    const { store } = service.services;
    const write: typeof store.records.write = async (siteId, writes) => {
      await store.records.write(siteId, writes);
      throw new Crash();
    };
    const dying = { ...store, records: { ...store.records, write } };
    await expect(runImport(message, { ...service.services, store: dying })).rejects.toThrow(Crash);
    const { body } = await service.call('getUsers', site, { q: 'a@x.org', fields: ['id', 'name'] });
    const [ada] = body['items'] as { id: string; name: string }[];
    expect(ada?.name).toBe('Ada L.');
    await service.call('saveUsers', site, { users: [{ id: ada?.id, name: 'Ada Lovelace' }] });
    service.advance(120_000);
    await runImport(message, service.services);
    const { users, outcomes } = await seen(its);
    expect(users).toContainEqual(expect.objectContaining({ name: 'Ada Lovelace' }));
    expect(outcomes?.[0]).toEqual([1, 'updated']);
  });
});

describe('two workers', () => {
  it('do not run one import at once: the second message comes back later (invariant 7)', async () => {
    const its = await prepared();
    const { service, site, message } = its;
    const results = await Promise.allSettled([1, 2, 3].map(() => runImport(message, service.services)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await service.status(site, message.importId)).toMatchObject({ status: 'success' });
  });
});

describe('imports at the same moment', () => {
  it('end with one list of a name, though it is created and given to another list at once', async () => {
    const service = startService();
    const site = await service.newSite();
    const list = (records: object[], lookup = 'name') => ({ schema: 'list', lookup, records });
    const { preview } = await service.importAll(site, [list([{ name: 'One' }, { name: 'Two' }])]);
    const ids = preview?.outcomes.map(([, , id]) => id) ?? [];
    for (const name of ['Towns', 'TOWNS', 'to wns'])
      await service.call('import', site, { recordSets: [list([{ name }])] });
    for (const id of ids)
      await service.call('import', site, { recordSets: [list([{ id, name: 'towns' }], 'id')] });
    await Promise.all(service.messages.splice(0).map((message) => runImport(message, service.services)));
    const { records } = service.services.store;
    const names: unknown[] = [];
    for await (const row of records.scan(site.siteId, { kind: 'list', order: 'oldest', expected: 9 })) {
      names.push(foldSpace(String(row.record?.fields['name'])));
    }
    expect(names.filter((name) => name === 'towns')).toHaveLength(1);
  });

  it('and saveUsers end as if one came after the other', async () => {
    const service = startService();
    const site = await service.newSite();
    await service.call('import', site, { recordSets: [client([{ email: 'a@x.org', name: 'Ada' }])] });
    const [message] = service.messages;
    const [, saved] = await Promise.all([
      runImport(message!, service.services),
      service.call('saveUsers', site, { users: [{ name: 'Bo', email: 'a@x.org' }] }),
    ]);
    expect(saved.ok).toBe(true);
    const { body } = await service.call('getUsers', site, { fields: ['name'] });
    const names = (body['items'] as { name: string }[]).map(({ name }) => name).toSorted();
    // Either Bo came second, or the import found Bo and renamed him.
    expect([['Ada', 'Bo'], ['Ada']]).toContainEqual(names);
  });
});
