import { describe, expect, it } from 'vitest';
import { callKey } from '../store/calls.ts';
import { withoutRows } from '../store/rows-text.ts';
import { client, onASite, pagesOf } from '../testing/on-a-site.ts';

const { service, site, call, control, run, erase } = onASite();

type Listed = Record<string, unknown> & { readonly records: readonly Record<string, unknown>[] };
const [since, until] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
const pages = (more: object = {}) =>
  pagesOf((cursor) => control('listChanges', { since, until, cursor, ...more }));
const changes = async (more: object = {}): Promise<Listed[]> =>
  (await pages(more)).flatMap(({ items }) => items as Listed[]);
const now = () => service.services.now().toISOString();
const save = async (...users: object[]) => {
  service.advance(1000);
  const { body } = await call('saveUsers', { users });
  return (body['users'] as { id: string }[] | undefined)?.map(({ id }) => id) ?? [];
};
/** Until the log has the events of all calls. */
const passed = async () => {
  service.advance(31_000);
  await service.publishing.work();
};

describe('the changes of calls that are no imports', () => {
  it('come after those of imports, with who called, and are covered once the log has them', async () => {
    const { importId } = await run([client([{ email: 'a@x.org', name: 'A' }])]);
    const [id] = await save({ email: 'b@x.org', name: 'B' });
    service.advance(1000);
    await control('createList', { name: 'Counties' });
    expect((await changes()).map(({ isCovered }) => isCovered)).toEqual([undefined, undefined, undefined]);
    await passed();
    await save({ id, name: 'Bea' });
    const by = `token ${site.apiKey}`;
    const covered = {
      state: 'kept',
      isCovered: true,
      valuesSha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
    };
    const found = await changes();
    expect(found).toMatchObject([
      { importId },
      {
        ...{ ...covered, operation: 'saveUsers', by, requestId: expect.any(String) },
        records: [
          {
            ...{ id, schema: 'client', action: 'create', version: 1, number: 1 },
            changes: { name: [null, 'B'] },
          },
        ],
      },
      {
        ...{ ...covered, operation: 'createList', by: 'arn:aws:iam::123456789012:user/ana' },
        records: [{ schema: 'list', changes: { name: [null, 'Counties'] } }],
      },
      { operation: 'saveUsers', records: [{ action: 'update', changes: { name: ['B', 'Bea'] } }] },
    ]);
    expect(found[3]).not.toHaveProperty('isCovered');
    // A worker was about to append its event in the place where another one is.
    const ref = { siteId: site.siteId, requestId: String(found[3]?.['requestId']) };
    const { auditHead } = service.services.store;
    const event = (await auditHead.get())!;
    await auditHead.note(ref, { event, before: undefined, expires: new Date(until) });
    expect((await changes())[3]).toEqual(found[3]);
    expect(await changes({ schema: 'list' })).toMatchObject([{ operation: 'createList' }]);
  });

  it('are those of the time, and continue from page to page within a call', async () => {
    await save({ email: 'a@x.org', name: 'A' });
    service.advance(60_000);
    const middle = now();
    const users = Array.from({ length: 100 }, (_, n) => ({ email: `u${n}@x.org` }));
    for (let n = 0; n < 60; n += 1)
      await save(
        ...users.map((user) => ({ ...user, name: String(n).repeat(95), username: String(n).repeat(95) })),
      );
    expect(await changes({ until: middle })).toHaveLength(1);
    const all = await pages({ since: middle });
    expect(all.length).toBeGreaterThan(1);
    const records = all.flatMap(({ items }) => (items as Listed[]).flatMap((one) => one.records));
    expect(records).toHaveLength(6_000);
    expect(new Set(records.map(({ id, version }) => `${id} ${version}`)).size).toBe(6_000);
  });

  it('are not shown where somebody changed them, and are none of a call that wrote nothing', async () => {
    await save({ email: 'a@x.org', name: 'Ada' });
    const { calls } = service.services;
    const { send } = calls;
    calls.send = async () => Promise.reject(new Error('no queue'));
    await save({ email: 'b@x.org', name: 'Bo' });
    calls.send = send;
    await passed();
    const requestId = String((await changes())[0]?.['requestId']);
    expect(await changes()).toHaveLength(1);
    const key = callKey({ siteId: site.siteId, requestId });
    const { blobs } = service.services;
    const text = new TextDecoder().decode((await blobs.get(key))?.bytes);
    await blobs.put(key, text.replace('Ada', 'Eve'), 'application/json');
    expect(await changes()).toMatchObject([{ requestId, state: 'altered', records: [] }]);
  });

  it('of erased records have no values; a row that says so, and was not erased, is altered', async () => {
    await save(
      { email: 'a@x.org', name: 'Ada' },
      { email: 'b@x.org', name: 'Bo' },
      { email: 'c@x.org', name: 'Cy' },
    );
    await passed();
    for (const record of ['a@x.org', 'b@x.org']) await erase(record);
    const [found] = await changes();
    const erased = { erased: true };
    const records = [erased, erased, { changes: { name: [null, 'Cy'] } }];
    expect(found).toMatchObject({ state: 'kept', isCovered: true, records });
    expect(JSON.stringify(found)).not.toMatch(/Ada|Bo/u);
    const key = callKey({ siteId: site.siteId, requestId: String(found?.['requestId']) });
    const { blobs } = service.services;
    const text = new TextDecoder().decode((await blobs.get(key))?.bytes);
    await blobs.put(
      key,
      withoutRows(text, (row) => row as object),
      'application/json',
    );
    expect(await changes()).toMatchObject([{ state: 'altered', records: [] }]);
  });
});
