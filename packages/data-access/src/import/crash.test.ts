import { foldSpace } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { Crash, crashAt, type Crashing, type CrashMode } from '../testing/crash.ts';
import { startService, type Credentials, type Service } from '../testing/service.ts';
import type { ImportMessage } from '../services.ts';
import { runImport } from './run-import.ts';
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

async function prepared(): Promise<{
  service: Service;
  site: Credentials & { siteId: string };
  importId: string;
  message: ImportMessage;
}> {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, before);
  service.advance(1000);
  const emails = { successNotificationEmails: ['s@x.org'] };
  const { body } = await service.call('import', site, { recordSets, ...emails });
  const importId = String(body['importId']);
  return { service, site, importId, message: { v: 1, siteId: site.siteId, importId } };
}

/** All that can be seen afterwards, but for the times. */
async function seen(service: Service, site: Credentials, importId: string) {
  const { status, preview } = await service.status(site, importId);
  const fields = ['name', 'email', 'username', 'cellPhone', 'deleted'];
  const users = (await service.call('getUsers', site, { sort: 'oldest', fields })).body['items'];
  const roles = (await service.call('getRoles', site)).body['roles'] as { name: string }[];
  return {
    status,
    outcomes: preview?.outcomes.map(([number, outcome]) => [number, outcome]),
    diffs: preview?.diffs,
    users,
    roles: roles.map(({ name }) => name),
  };
}

async function deliver(service: Service, message: ImportMessage, crashing?: Crashing): Promise<void> {
  const { store, blobs } = crashing ?? service.services;
  await runImport(message, { ...service.services, store, blobs });
}

describe('an import whose worker dies', () => {
  it.each<CrashMode>(['before', 'after', 'half'])(
    'ends as if it had not, wherever it dies: %s each effect in turn (invariant 7)',
    async (mode) => {
      const calm = await prepared();
      const counting = crashAt(calm.service.services.store, calm.service.services.blobs, {
        at: Infinity,
        mode,
      });
      await deliver(calm.service, calm.message, counting);
      const expected = await seen(calm.service, calm.site, calm.importId);
      expect(expected.status).toBe('success');
      expect(counting.effects()).toBeGreaterThan(10);

      for (let at = 1; at <= counting.effects(); at += 1) {
        const { service, site, importId, message } = await prepared();
        const { store, blobs } = service.services;
        await expect(deliver(service, message, crashAt(store, blobs, { at, mode }))).rejects.toThrow();
        service.advance(120_000);
        await deliver(service, message);
        expect(await seen(service, site, importId), `${mode} effect ${at}`).toEqual(expected);
        expect(service.mails.length).toBeGreaterThanOrEqual(1);
        expect(service.mails.length).toBeLessThanOrEqual(2);
      }
    },
  );

  it('ends in the end, saying so, when it never gets anywhere (invariant 12)', async () => {
    const { service, site, importId, message } = await prepared();
    service.services.store.records.write = async () => {
      throw new Error('the table burns');
    };
    for (let times = 0; times < 12; times += 1) {
      await deliver(service, message).catch(() => undefined);
      service.advance(120_000);
    }
    const ended = await service.status(site, importId);
    expect(ended).toMatchObject({ status: 'error', done: true, error: true });
    expect(ended.errorMessage).toContain('again and again');
  });

  it('does not write over what others wrote after it', async () => {
    const { service, site, importId, message } = await prepared();
    const { store, blobs } = service.services;
    const write: typeof store.records.write = async (siteId, writes) => {
      await store.records.write(siteId, writes);
      throw new Crash();
    };
    const dying = { store: { ...store, records: { ...store.records, write } }, blobs, effects: () => 0 };
    await expect(deliver(service, message, dying)).rejects.toThrow(Crash);
    const { body } = await service.call('getUsers', site, { q: 'a@x.org', fields: ['id', 'name'] });
    const [ada] = body['items'] as { id: string; name: string }[];
    expect(ada?.name).toBe('Ada L.');
    await service.call('saveUsers', site, { users: [{ id: ada?.id, name: 'Ada Lovelace' }] });
    service.advance(120_000);
    await deliver(service, message);
    const { users, outcomes } = await seen(service, site, importId);
    expect(users).toContainEqual(expect.objectContaining({ name: 'Ada Lovelace' }));
    expect(outcomes?.[0]).toEqual([1, 'updated']);
  });
});

describe('two workers', () => {
  it('do not work on one import at once: the second message comes back later (invariant 7)', async () => {
    const { service, site, importId, message } = await prepared();
    const results = await Promise.allSettled([1, 2, 3].map(() => deliver(service, message)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await service.status(site, importId)).toMatchObject({ status: 'success' });
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
    await Promise.all(service.messages.splice(0).map((message) => deliver(service, message)));
    const { records } = service.services.store;
    const names: unknown[] = [];
    for await (const row of records.scan(site.siteId, { kind: 'list', order: 'oldest', expected: 9 })) {
      names.push(foldSpace(String(row.record?.fields['name'])));
    }
    expect(names.filter((name) => name === 'towns')).toHaveLength(1);
  });

  it('and saveUsers end as if one had come after the other', async () => {
    const service = startService();
    const site = await service.newSite();
    await service.call('import', site, { recordSets: [client([{ email: 'a@x.org', name: 'Ada' }])] });
    const [message] = service.messages;
    const [, saved] = await Promise.all([
      deliver(service, message!),
      service.call('saveUsers', site, { users: [{ name: 'Bo', email: 'a@x.org' }] }),
    ]);
    expect(saved.ok).toBe(true);
    const { body } = await service.call('getUsers', site, { fields: ['name'] });
    const names = (body['items'] as { name: string }[]).map(({ name }) => name).toSorted();
    // Either Bo came second, or the import found Bo and renamed him.
    expect([['Ada', 'Bo'], ['Ada']]).toContainEqual(names);
  });
});
