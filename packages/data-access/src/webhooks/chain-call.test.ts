import { beforeEach, describe, expect, it } from 'vitest';
import { callKey, callMessage, type CallMessage } from '../store/calls.ts';
import { Crash, dyingAt } from '../testing/dying.ts';
import { client, onASite } from '../testing/on-a-site.ts';
import { chainCall } from './chain-call.ts';
import { verifyAudit } from '../control/audit/verify-audit.ts';
import { verifyWrites, type StoredCall } from '../control/audit/verify-writes.ts';

const { service, site, call, control, erase } = onASite();

const audit = async () => verifyAudit(service.audit.stored(), await service.services.store.auditHead.get());
const wrote = async () => (await audit()).events.filter(({ type }) => type === 'wrote');
const stored = async () => (await control('listWrites')).body['items'] as StoredCall[];
/** What the audit finds when so much time has passed. */
const found = async (hours = 1) => {
  const now = new Date(service.services.now().getTime() + hours * 3_600_000);
  const verified = verifyWrites((await audit()).events, { siteId: site.siteId, stored: await stored(), now });
  return { ...verified, log: (await audit()).findings };
};
const nothing = { findings: [], log: [] };
/** Half a minute later. */
const passed = async (seconds = 31) => {
  service.advance(seconds * 1000);
  await service.publishing.work();
};
const save = (...users: object[]) => call('saveUsers', { users });
const put = async (requestId: string, change: (text: string) => string) => {
  const { blobs } = service.services;
  const key = callKey({ siteId: site.siteId, requestId });
  const text = new TextDecoder().decode((await blobs.get(key))?.bytes);
  expect(change(text)).not.toBe(text);
  await blobs.put(key, change(text), 'application/json');
};
const idOf = async (answer: ReturnType<typeof save>) =>
  ((await answer).body['users'] as { id: string }[])[0]?.id ?? '';

describe('a call that writes and is no import', () => {
  it('is in the log within a minute, with who called and the hash of what it stored (invariant 26)', async () => {
    const id = await idOf(save({ name: 'Ana', email: 'ana@example.com' }));
    const at = service.services.now().toISOString();
    await passed();
    await save({ id, name: 'Anna' });
    await passed();
    const [first, second] = await wrote();
    expect(first).toMatchObject({
      ...{ at, operation: 'saveUsers', by: `token ${site.apiKey}`, from: '192.0.2.7' },
      data: { siteId: site.siteId, schemas: ['user'], records: 1, found: 'written' },
    });
    expect((await stored()).map(({ valuesSha256 }) => valuesSha256)).toEqual(
      [first, second].map((one) => one?.data['valuesSha256']),
    );
    expect(JSON.stringify(await wrote())).not.toMatch(/Ann?a|ana@/u);
    expect(await found()).toMatchObject({ ...nothing, count: { covered: 2 } });
  });

  it('is so for an erase that made only the first of its two writes of a record', async () => {
    const email = 'ana@example.com';
    await service.importAll(site, [client([{ email, name: 'Ana' }])]);
    await service.importAll(site, [client([{ email, deleted: true }])]);
    const { lookups } = service.services.store;
    const { remove } = lookups;
    lookups.remove = async () => {
      throw new Crash();
    };
    const erasing = { record: email, receipt: 'a receipt of a person' };
    expect((await control('eraseRecord', erasing)).code).toBe('server_error');
    lookups.remove = remove;
    await passed();
    expect((await wrote()).map(({ data }) => data['found'])).toEqual(['written']);
    expect(await found()).toMatchObject(nothing);
  });

  it('is so for items of lists, and for what operators do with lists', async () => {
    const { body } = await control('createList', { name: 'Towns' });
    await call('createListItems', { listId: body['listId'], items: [{ title: 'Bath' }, { title: 'York' }] });
    await control('renameList', { listId: body['listId'], name: 'Cities' });
    await control('deleteList', { listId: body['listId'] });
    await passed();
    expect(
      (await wrote()).map(({ operation, data }) => [operation, data['schemas'], data['records']]),
    ).toEqual([
      ['createList', ['list'], 1],
      ['createListItems', ['listItem'], 2],
      ['renameList', ['list'], 1],
      ['deleteList', ['list'], 1],
    ]);
    expect(await found()).toMatchObject({ ...nothing, count: { covered: 4 } });
  });

  it('has one event, wherever its worker dies and however often its message comes', async () => {
    for (let at = 1, isDead = true; isDead; at = at > 0 ? -at : 1 - at) {
      await save({ name: `Ana ${at}` });
      service.advance(31_000);
      const message = service.publishing.calls.take();
      const dying = dyingAt(at);
      const { store, blobs, calls, now, audit: log } = service.services;
      const over = {
        ...{ blobs, calls, now, audit: dying.over(log) },
        store: { ...store, auditHead: dying.over(store.auditHead) },
      };
      await chainCall(callMessage.parse(message), over).catch(() => undefined);
      isDead = dying.isDead();
      for (const _ of [1, 2]) await chainCall(callMessage.parse(message), service.services);
      const ids = (await wrote()).map(({ requestId }) => requestId);
      expect(new Set(ids).size, `${at}`).toBe(ids.length);
      expect(ids).toContain(message?.requestId);
    }
    expect(await found()).toMatchObject(nothing);
  });

  it('has one event, also if a second worker begins between the note of the first and its put', async () => {
    for (const isOvertaken of [false, true]) {
      const id = await idOf(save({ name: 'Ana' }));
      service.advance(31_000);
      const message = callMessage.parse(service.publishing.calls.take());
      const { store, blobs, calls, now, audit: log } = service.services;
      const shared = { blobs, calls, now, store };
      const resumed = Promise.withResolvers<undefined>();
      const noted = Promise.withResolvers<undefined>();
      const first = chainCall(message, {
        ...shared,
        audit: {
          ...log,
          putNew: (...put) => (noted.resolve(undefined), resumed.promise.then(() => log.putNew(...put))),
        },
      });
      await noted.promise;
      await save({ id, name: 'Eve' });
      // The second one reads the note; then the first one appends, or another event takes its place.
      const second = chainCall(message, {
        ...shared,
        audit: log,
        store: {
          ...store,
          auditHead: {
            ...store.auditHead,
            noted: async (ref) => {
              const found = await store.auditHead.noted(ref);
              if (isOvertaken) await control('createList', { name: 'Towns' });
              resumed.resolve(undefined);
              await first.catch(() => undefined);
              return found;
            },
          },
        },
      });
      await Promise.allSettled([first, second]);
      await chainCall(message, service.services);
      expect((await wrote()).filter(({ requestId }) => requestId === message.requestId)).toHaveLength(1);
      await passed();
    }
    expect(await found()).toMatchObject(nothing);
  });

  it('has the hash of what it stored, also if that is changed or removed before its event', async () => {
    await save({ name: 'Ben' });
    await passed(3 * 86_400);
    for (const change of [(text: string) => text.replace('Ana', 'Eve'), () => '{}']) {
      await save({ name: 'Ana' });
      await put((await stored()).at(-1)?.requestId ?? '', change);
      await passed();
    }
    const [, two, three] = await wrote();
    expect((await found()).findings.map(({ event }) => event)).toEqual([two?.version, three?.version]);
  });

  it('that planned again has an event of what it wrote', async () => {
    const id = await idOf(save({ name: 'Ana' }));
    await passed();
    const { records } = service.services.store;
    const { writeTogether } = records;
    let tries = 0;
    records.writeTogether = async (...args) => ((tries += 1) < 3 ? 'conflict' : writeTogether(...args));
    await save({ id, name: 'Anna' });
    records.writeTogether = writeTogether;
    await passed();
    await passed(15 * 60);
    expect(await wrote()).toHaveLength(2);
    expect(await found()).toMatchObject({ ...nothing, count: { covered: 2, waiting: 0, notWritten: 0 } });
  });

  it('that wrote nothing is in the log as such, a quarter of an hour later', async () => {
    const { records } = service.services.store;
    const { writeTogether } = records;
    records.writeTogether = async () => Promise.reject(new Error('no table'));
    await save({ name: 'Ana' });
    records.writeTogether = writeTogether;
    await passed();
    expect(await wrote()).toEqual([]);
    expect(await found(0)).toMatchObject({ ...nothing, count: { waiting: 1 } });
    await passed(15 * 60);
    expect((await wrote()).map(({ data }) => data['found'])).toEqual(['not written']);
    expect(await found()).toMatchObject(nothing);
  });

  it('is in the log as overwritten where its records do not tell any more', async () => {
    const id = await idOf(save({ name: 'Ana' }));
    await save({ id, name: 'Anna' });
    await passed();
    expect((await wrote()).map(({ data }) => data['found'])).toEqual(['overwritten', 'written']);
    expect(await found()).toMatchObject(nothing);
  });

  describe('whose message is lost', () => {
    let lost: CallMessage | undefined;
    let id = '';
    beforeEach(async () => {
      id = await idOf(save({ name: 'Ana' }));
      service.advance(31_000);
      lost = service.publishing.calls.take();
    });
    const named = async () =>
      (await control('listWrites', { requestIds: [lost?.requestId] })).body['items'] as StoredCall[];

    it('is missing, also when others have written its records since', async () => {
      expect((await found()).findings).toEqual([
        {
          event: `writes/${site.siteId}/${lost?.requestId}`,
          expected: 'an event of this call',
          found: 'none',
        },
      ]);
      for (const name of ['Anna', 'Anne']) await save({ id, name });
      expect(await named()).toMatchObject([{ found: 'written' }]);
    });

    it('is not missing if it failed before it wrote', async () => {
      const { calls } = service.services;
      const send = calls.send;
      calls.send = async () => Promise.reject(new Error('no queue'));
      expect(await save({ id, name: 'Eve' })).toMatchObject({ code: 'server_error' });
      calls.send = send;
      for (const name of ['Anna', 'Anne']) await save({ id, name });
      await passed();
      const failed = (await stored())[1]?.requestId;
      const about = await control('listWrites', { requestIds: [failed] });
      expect(about.body['items']).toMatchObject([{ found: 'not written' }]);
    });
  });

  it('stays proved when a record of it is erased', async () => {
    await save({ name: 'Ana', email: 'ana@example.com' }, { name: 'Ben', email: 'ben@example.com' });
    await passed();
    await erase('ana@example.com');
    const [{ requestId }] = (await stored()) as [StoredCall];
    expect(await found()).toMatchObject({ ...nothing, count: { covered: 1, erasedRows: 1 } });
    await put(requestId, (text) => {
      expect(text).not.toContain('Ana');
      return text.replace('Ben', 'Eve');
    });
    expect((await found()).findings).toHaveLength(1);
  });
});
