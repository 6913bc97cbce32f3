import { describe, expect, it } from 'vitest';
import { startWriting } from '../lookup-fields/writing.ts';
import { client, onASite, set } from '../testing/on-a-site.ts';
import { runImport } from '../engine/run-import.ts';

const { service, site, call, control, run, outcomes, overtaken } = onASite();

const fieldsUsed = async () => (await service.services.store.lookupFields.get(site.siteId)).used;
const ada = { email: 'a@x.org', username: 'ada', name: 'Ada' };
const byUsername = client([{ username: 'ada', cellPhone: '1' }], 'username');
const byName = client([{ name: 'Ada', cellPhone: '1' }], 'name');

describe('the first look-up by a field', () => {
  it('finds what was created, changed and saved before', async () => {
    await run([client([ada, { email: 'b@x.org', username: 'bo', name: 'Bo' }])]);
    await run([client([{ email: 'b@x.org', username: 'bob' }])]);
    await call('saveUsers', { users: [{ name: 'Cy', username: 'cy' }] });
    expect(await fieldsUsed()).toEqual(['user email']);
    const records = ['ada', 'bob', 'cy', 'bo'].map((username) => ({ username, cellPhone: '1', name: 'N' }));
    expect(await outcomes([client(records, 'username')])).toEqual([
      'updated',
      'updated',
      'updated',
      'created',
    ]);
    expect(await fieldsUsed()).toEqual(['user email', 'user username']);
  });

  it('may be that of a dry run', async () => {
    await run([client([ada])]);
    expect(await outcomes([byUsername], { dryRun: true })).toEqual(['updated']);
    expect(await fieldsUsed()).toEqual(['user email', 'user username']);
  });

  it('may be a reference by value, which looks in each of its fields', async () => {
    await run([client([ada])]);
    const issue = set('issue', 'identifier', [{ identifier: 'I', title: 'Pipe', requesterId: 'ada' }]);
    expect(await outcomes([issue])).toEqual(['created']);
    expect((await fieldsUsed()).toSorted()).toEqual([
      'issue identifier',
      'user email',
      'user name',
      'user username',
    ]);
  });

  it('by an id needs no field, and a reference by an id neither', async () => {
    const { preview } = await run([client([ada])]);
    const id = preview?.outcomes[0]?.[2];
    await run([client([{ id, cellPhone: '2' }], 'id')]);
    await run([set('issue', 'identifier', [{ identifier: 'I', title: 'Pipe', requesterId: id }])]);
    expect(await fieldsUsed()).toEqual(['user email', 'issue identifier']);
  });

  it('finds a client again whose other value an undo brought back', async () => {
    await run([client([ada])]);
    const { importId } = await run([client([{ email: 'a@x.org', username: 'eve' }])]);
    await control('revertImport', { importId });
    await service.drain();
    expect(await outcomes([byUsername])).toEqual(['updated']);
  });

  it('is that of no import that is refused at once, and the refusal still names what it finds', async () => {
    await run([set('professional', 'email', [{ email: 'a@x.org', name: 'Ada' }])]);
    const { message } = await call('import', {
      recordSets: [
        client(
          [
            { name: 'Ada', homePhone: 1 },
            { name: 'Ada', email: 'no' },
          ],
          'name',
        ),
      ],
    });
    expect(message).toContain('homePhone');
    expect(await fieldsUsed()).toEqual(['user email']);
  });
});

describe('an import that has to wait', () => {
  /** Another worker that writes and does not know of the field. */
  const writing = () => {
    const { store, now, sleep } = service.services;
    return startWriting({ store, siteId: site.siteId, worker: 'another', now, sleep });
  };

  it('keeps no worker, says what it waits for, and goes on when the other has ended', async () => {
    await run([client([ada])]);
    const other = await writing();
    const message = await service.queued(site, [byUsername]);
    for (let delivery = 0; delivery < 6; delivery += 1) {
      await runImport(message, service.services);
      expect(service.messages.splice(0)).toEqual([message]);
    }
    const shown = async () => (await control('getImport', { importId: message.importId })).body['import'];
    expect(await shown()).toMatchObject({ status: 'validating', filling: ['user username'] });
    const [listed] = (await control('listImports')).body['items'] as object[];
    expect(listed).toMatchObject({ filling: ['user username'] });
    await other.end();
    await runImport(message, service.services);
    expect(await shown()).toMatchObject({ status: 'success' });
    expect(await shown()).not.toHaveProperty('filling');
  });

  it('also waits for a worker that was believed dead and may still write', async () => {
    await run([client([ada])]);
    const message = await service.queued(site, [client([{ email: 'b@x.org', name: 'Bo', username: 'bo' }])]);
    const { store } = service.services;
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const write: typeof store.records.write = async (...writes) => {
      reached.resolve();
      await go.promise;
      return store.records.write(...writes);
    };
    const stalled = { ...service.services, store: { ...store, records: { ...store.records, write } } };
    const first = runImport(message, stalled).catch(() => undefined);
    await reached.promise;
    service.advance(60_000);
    await runImport(message, service.services);
    const waiting = await service.queued(site, [byUsername]);
    await runImport(waiting, service.services);
    expect(service.messages.splice(0)).toEqual([waiting]);
    go.resolve();
    await first;
    service.advance(6 * 60_000);
    await runImport(waiting, service.services);
    expect(await service.status(site, waiting.importId)).toMatchObject({ status: 'success' });
  });

  it('does not delay one that looks up by another field', async () => {
    await run([client([ada])]);
    await writing();
    const message = await service.queued(site, [byUsername]);
    await runImport(message, service.services);
    service.messages.splice(0);
    expect(await outcomes([client([{ email: 'a@x.org', cellPhone: '3' }])])).toEqual(['updated']);
  });

  it('goes on in the next delivery when its time is over', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      email: `u${n}@x.org`,
      username: `u${n}`,
      name: 'N',
    }));
    await run([client([ada, ...many])]);
    const message = await service.queued(site, [byUsername]);
    const { lookups } = service.services.store;
    const slow: typeof lookups.add = async (...entries) => {
      service.advance(20_000);
      await lookups.add(...entries);
    };
    const services = {
      ...service.services,
      store: { ...service.services.store, lookups: { ...lookups, add: slow } },
    };
    let deliveries = 0;
    for (; (await service.status(site, message.importId)).status !== 'success'; deliveries += 1) {
      await runImport(message, services);
      service.messages.splice(0);
    }
    expect(deliveries).toBeGreaterThan(3);
    expect((await service.status(site, message.importId)).preview?.counts).toMatchObject({ updated: 1 });
  });

  it('does not wait for itself when it needs a field while it writes', async () => {
    const { preview } = await run([client([ada])]);
    const requesterId = preview?.outcomes[0]?.[2];
    const issue = (fields: object) =>
      set('issue', 'identifier', [{ identifier: 'I', title: 'Pipe', ...fields }]);
    const begun = service.services.now().getTime();
    const result = await overtaken([issue({ requesterId })], async () => {
      await service.importAll(site, [issue({}), client([{ email: 'a@x.org', deleted: true }])]);
    });
    expect(result).toMatchObject({ status: 'error' });
    expect(result.errorMessage).toContain('requesterId');
    expect(service.services.now().getTime() - begun).toBeLessThan(10_000);
  });
});

it('what an import made before it had to fill a field is not made again', async () => {
  const { preview } = await run([client([ada])]);
  const requesterId = preview?.outcomes[0]?.[2];
  const issues = (lookup: string, ...records: object[]) => set('issue', lookup, records);
  await run([issues('identifier', { identifier: 'I2', title: 'Roof' })]);
  const message = await service.queued(site, [
    issues(
      'identifier',
      { identifier: 'I1', title: 'Pipe' },
      { identifier: 'I2', title: 'Door', requesterId },
    ),
  ]);
  const { store } = service.services;
  let isFirst = true;
  const write: typeof store.records.write = async (...writes) => {
    if (!isFirst) return store.records.write(...writes);
    isFirst = false;
    await service.importAll(site, [
      issues('identifier', { identifier: 'I2', title: 'Wall' }),
      client([{ email: 'a@x.org', deleted: true }]),
    ]);
    const outcomes = await store.records.write(...writes);
    // The first issue is made. It gets another identifier, and its old one is claimed for a record that never comes.
    const id = writes[1].find(({ replaces }) => replaces === null)?.record.id ?? '';
    await service.importAll(site, [issues('id', { id, identifier: 'Z' })]);
    const key = { kind: 'issue', field: 'identifier', value: 'I1' };
    await store.lookups.reclaim(site.siteId, { key, id: service.services.newId() }, id);
    return outcomes;
  };
  await runImport(message, {
    ...service.services,
    store: { ...store, records: { ...store.records, write } },
  });
  expect(await fieldsUsed()).toContain('user username');
  const { body } = await call('getIssues', { sort: 'oldest', fields: ['identifier'] });
  expect(body['items']).toEqual([{ identifier: 'I2' }, { identifier: 'Z' }]);
});

it('a site of its own has fields of its own (invariant 19)', async () => {
  await run([client([ada])]);
  const other = await service.newSite();
  expect((await service.services.store.lookupFields.get(other.siteId)).used).toEqual([]);
  const { preview } = await service.importAll(other, [byName]);
  expect(preview?.outcomes.map(([, outcome]) => outcome)).toEqual(['created']);
  expect((await service.services.store.lookupFields.get(other.siteId)).used).toEqual(['user name']);
});
