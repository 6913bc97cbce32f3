import { beforeEach, describe, expect, it } from 'vitest';
import { aWebhook } from '../testing/builders.ts';
import { itemsOfPages, onASite, pagesOf, set } from '../testing/on-a-site.ts';
import { notAsBefore, siteRecords } from '../testing/site-records.ts';

const clients = (records: object[], lookup = 'email') => set('client', lookup, records);

const before = [
  clients([
    { email: 'a@x.org', name: 'Ada', cellPhone: '1' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'c@x.org', name: 'Cy' },
  ]),
  set('list', 'name', [{ name: 'Towns' }, { name: 'Counties' }]),
  set('ListItem.Towns', 'title', [{ title: 'York' }]),
];
const request = [
  clients([
    { email: 'a@x.org', name: 'Ada L.', cellPhone: null, homePhone: '2' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'c@x.org', deleted: true },
    { email: 'd@x.org', name: 'Di', username: 'di' },
  ]),
  set('list', 'name', [{ name: 'Parishes' }]),
  set('ListItem.Parishes', 'title', [{ title: 'Saint Mary' }, { title: 'All Saints' }]),
  clients([{ username: 'di', cellPhone: '3' }], 'username'),
];

describe('an import that is undone', () => {
  const { service, site, call, control, run } = onASite();
  beforeEach(async () => {
    await run(before);
    service.advance(60_000);
  });

  const records = () => siteRecords(service.services.store, site.siteId);
  const undo = async (importId: string) => {
    service.advance(60_000);
    const started = await control('revertImport', { importId });
    await service.drain();
    return started;
  };
  const report = async (importId: string) => {
    const { body } = await control('getRevert', { importId, outcomes: ['reversed', 'kept', 'failed'] });
    return body;
  };
  const userOf = async (email: string) => {
    const { body } = await call('getUsers', { q: email, fields: ['id', 'name', 'email'] });
    return (body['items'] as { id: string; name: string }[])[0];
  };

  it('restores every record except its date and version, and reports each outcome', async () => {
    const was = await records();
    const { importId } = await run(request);
    const imported = await records();
    const started = await undo(importId);
    expect(started.body['revert']).toMatchObject({ importId, status: 'reverting' });
    expect(notAsBefore(await records(), was)).toEqual([]);
    const ids = [...imported.values()].filter((record) => record.importId === importId).map(({ id }) => id);
    const { items, revert } = await report(importId);
    expect(revert).toMatchObject({ status: 'reverted', counts: { reversed: 6, kept: 0, failed: 0 } });
    expect(items).toMatchObject([1, 3, 4, 5, 6, 7].map((number) => ({ number, outcome: 'reversed' })));
    expect((items as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('keeps its preview, duration and date during and after its undo', async () => {
    const { importId } = await run(request);
    const { body: asked } = await call('importStatus', { importId });
    const was = asked['importStatus'] as object;
    service.advance(60_000);
    await control('revertImport', { importId });
    const statusNow = async () => (await call('importStatus', { importId })).body['importStatus'];
    const flags = { success: false, error: false };
    expect(await statusNow()).toEqual({ ...was, status: 'reverting', done: false, ...flags });
    await service.drain();
    expect(await statusNow()).toEqual({ ...was, status: 'reverted', done: true, ...flags });
  });

  it('keeps and lists records that others have changed since', async () => {
    const { importId } = await run(request);
    const ada = await userOf('a@x.org');
    await call('saveUsers', { users: [{ id: ada?.id, homePhone: '9' }] });
    const edited = await records();
    await undo(importId);
    expect((await records()).get(`user ${ada?.id}`)).toEqual(edited.get(`user ${ada?.id}`));
    const { items } = (await control('getRevert', { importId })).body;
    const reason = expect.stringContaining('after the import') as string;
    expect(items).toEqual([{ number: 1, id: ada?.id, outcome: 'kept', reason, code: 'changed_since' }]);
  });

  it('is undone once despite repeated requests', async () => {
    const { importId } = await run(request);
    await control('revertImport', { importId });
    await control('revertImport', { importId });
    await service.drain();
    const once = await records();
    const again = await undo(importId);
    expect(again.body['revert']).toMatchObject({ status: 'reverted', counts: { reversed: 6 } });
    expect(await records()).toEqual(once);
  });

  it('is published with who asked for it before it ends, again if its worker dies, and only if it changed something', async () => {
    const { importId } = await run(request);
    const { imports } = service.services.store;
    const { update } = imports;
    imports.update = async (item) => {
      if (item.state === 'reverted') throw new Error('the worker dies');
      return update(item);
    };
    await control('revertImport', { importId });
    const [message] = service.messages;
    await service.drain().catch(() => undefined);
    imports.update = update;
    service.messages.push(message!);
    service.advance(120_000);
    await service.drain();
    const counts = { reversed: 6, kept: 0, failed: 0 };
    const by = 'arn:aws:iam::123456789012:user/ana';
    expect(service.reverts).toMatchObject([
      { importId, by, ...counts },
      { importId, by, ...counts },
    ]);
    const [one, two] = service.reverts;
    expect(two?.startedDate).toBe(one?.startedDate);
    const equal = await run([clients([{ email: 'b@x.org', name: 'Bo' }])]);
    await undo(equal.importId);
    expect(service.reverts).toHaveLength(2);
  });

  it('takes no name from a list that has it by now', async () => {
    const { importId } = await run([
      set('list', 'name', [
        { name: 'Towns', deleted: true },
        { name: 'Counties', deleted: true },
      ]),
    ]);
    const { body } = await control('createList', { name: 'towns' });
    await undo(importId);
    const { items, revert } = await report(importId);
    expect(revert).toMatchObject({ status: 'reverted', counts: { reversed: 1, failed: 1 } });
    const reason = `The earlier value of "name" belongs to record ${String(body['listId'])} by now. Change one of the two by hand.`;
    expect(items).toMatchObject([
      { number: 1, outcome: 'failed', reason, code: 'value_taken' },
      { outcome: 'reversed' },
    ]);
  });

  it('keeps a list to which others added items', async () => {
    const { importId } = await run(request);
    await call('createListItems', { listId: 'Parishes', items: [{ title: 'Saint Paul' }] });
    await undo(importId);
    const { items } = (await control('getRevert', { importId })).body;
    expect(items).toMatchObject([{ number: 5, code: 'list_in_use' }]);
    const { body } = await control('listListItems', { listId: 'Parishes' });
    expect(body['items']).toMatchObject([{ title: 'Saint Paul' }]);
  });

  it('deletes a role that it made, even when a user has it, as an import would', async () => {
    const { importId, preview } = await run([set('role', 'name', [{ name: 'Clerk' }])]);
    const roleId = preview?.outcomes[0]?.[2];
    const bo = await userOf('b@x.org');
    await call('saveUsers', { users: [{ id: bo?.id, roleIds: [roleId] }] });
    await undo(importId);
    expect((await call('getRoles')).body['roles']).toEqual([]);
    expect((await records()).get(`user ${bo?.id}`)?.fields).toMatchObject({ roleIds: [roleId] });
  });

  it('is refused with what was expected, unless it has ended and was no dry run', async () => {
    const refusal = async (importId: string) => (await control('revertImport', { importId })).message;
    const expected = 'importId: expected an import that has ended in success or error; this one';
    const dry = await run(request, { dryRun: true });
    expect(await refusal(dry.importId)).toBe(`${expected} is a dry run (valid), and nothing was written.`);
    const wrong = await run([clients([{ id: 'unknown', name: 'B' }], 'id')]);
    expect(await refusal(wrong.importId)).toBe(`${expected} was refused, and nothing was written (invalid).`);
    const { body } = await call('import', { recordSets: request });
    expect(await refusal(String(body['importId']))).toBe(`${expected} has not run yet (new).`);
    expect((await control('getRevert', { importId: wrong.importId })).code).toBe('not_found');
  });

  it('mails its own end, even when it is undone before the mail was sent (invariant 13)', async () => {
    const { mailer } = service.services;
    const { send } = mailer;
    mailer.send = async () => ({ kind: 'failed', code: 'Throttled' });
    const { body } = await call('import', { recordSets: request, successNotificationEmails: ['s@x.org'] });
    const [message] = service.messages;
    await expect(service.drain()).rejects.toThrow('Throttled');
    mailer.send = send;
    service.advance(120_000);
    await undo(String(body['importId']));
    service.messages.push(message!);
    await service.drain();
    expect(service.mails.map(({ to }) => to)).toEqual([['s@x.org']]);
    expect(service.mails[0]?.mail.subject).not.toContain('fail');
  });

  it('is refused when its before-images are no longer stored', async () => {
    const { importId } = await run(request);
    service.services.blobs.size = async () => undefined;
    expect((await control('revertImport', { importId })).message).toContain('no before-images any more');
  });

  it('is reported page by page, and by outcome', async () => {
    const { importId } = await run(request);
    await undo(importId);
    const page = { importId, outcomes: ['reversed'], limit: 4 };
    const pages = pagesOf((cursor) => control('getRevert', { ...page, cursor }));
    expect(await itemsOfPages(pages)).toMatchObject([1, 3, 4, 5, 6, 7].map((number) => ({ number })));
    expect((await control('getRevert', { importId })).body).toMatchObject({ items: [], hasMore: false });
  });

  it('restores the names of two lists, although one had taken the name of the other', async () => {
    const was = await records();
    const idOf = (name: string) => [...was.values()].find(({ fields }) => fields['name'] === name)?.id;
    const rename = (from: string, name: string) => set('list', 'id', [{ id: idOf(from), name }]);
    const swap = [rename('Towns', 'Cities'), rename('Counties', 'Towns')];
    const { importId } = await run(swap);
    await undo(importId);
    expect(notAsBefore(await records(), was)).toEqual([]);
  });

  it('is undone as far as it went when it was given up', async () => {
    const was = await records();
    const { records: port } = service.services.store;
    const { write } = port;
    port.write = async (siteId, writes) => {
      await write(siteId, writes.slice(0, 2));
      throw new Error('the table burns');
    };
    const { body } = await call('import', { recordSets: request });
    const [message] = service.messages;
    for (let times = 0; times < 7; times += 1) {
      await service.drain().catch(() => undefined);
      service.messages.push(message!);
      service.advance(120_000);
    }
    port.write = write;
    const importId = String(body['importId']);
    expect(await service.status(site, importId)).toMatchObject({ status: 'error' });
    const touched = [...(await records()).values()].filter((record) => record.importId === importId);
    await undo(importId);
    expect(touched.length).toBeGreaterThan(1);
    expect((await report(importId))['revert']).toMatchObject({
      counts: { reversed: touched.length, failed: 0 },
    });
    expect(notAsBefore(await records(), was)).toEqual([]);
  });

  it('can have 10,000 records', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({ email: `m${n}@x.org`, name: `M ${n}` }));
    const { importId } = await run([clients(many)]);
    await undo(importId);
    expect((await control('getRevert', { importId })).body['revert']).toMatchObject({
      status: 'reverted',
      counts: { reversed: 10_000, kept: 0, failed: 0 },
    });
  });

  const failing = async () => {
    throw new Error('the service burns');
  };
  /** Its message comes again and again. */
  async function undoInVain(importId: string) {
    await control('revertImport', { importId });
    const message = service.messages[0]!;
    for (let times = 0; times < 9; times += 1) {
      await service.drain().catch(() => undefined);
      service.messages.push(message);
      service.advance(120_000);
    }
    const status = await service.status(site, importId);
    expect(status).toMatchObject({ status: 'success', done: true, success: true });
    expect(status.errorMessage).toContain('The import was not undone: the service failed');
  }

  it('keeps its state and shows the reason when its undo is given up, and can be undone later (invariant 12)', async () => {
    const was = await records();
    const { importId } = await run(request);
    const { records: port } = service.services.store;
    const { write } = port;
    const models = ['user', 'list', 'listItem', 'role'].map((model) => ({ model, fields: null }));
    await service.services.store.webhooks.create(aWebhook({ siteId: site.siteId, models }));
    port.write = async (siteId, writes) => {
      await write(siteId, writes.slice(0, 2));
      return failing();
    };
    await undoInVain(importId);
    // What it restored is told all the same (invariant 18).
    const ofUndo = [...(await records()).values()].filter(({ writer }) => writer.startsWith('undo'));
    const told = (await service.publishedEvents()).map(({ docId }) => docId);
    expect(ofUndo.length).toBeGreaterThan(0);
    expect(ofUndo.filter(({ id }) => !told.includes(id))).toEqual([]);
    port.write = write;
    await undo(importId);
    expect(notAsBefore(await records(), was)).toEqual([]);
    expect((await service.status(site, importId)).errorMessage).toBeUndefined();
  });

  it('keeps its state also when its before-images cannot be read (invariant 12)', async () => {
    const { importId } = await run(request);
    const { blobs } = service.services;
    const { get } = blobs;
    blobs.get = (key) => (key.startsWith('images/') ? failing() : get(key));
    await undoInVain(importId);
  });
});
