import { limits } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../store/json-bytes.ts';
import { client, onASite, pagesOf, set } from '../testing/on-a-site.ts';

const { service, site, call, control, run, erase, overtaken } = onASite();

type Listed = Record<string, unknown> & { readonly records: readonly Record<string, unknown>[] };

const since = '2020-01-01T00:00:00.000Z';
const until = '2099-01-01T00:00:00.000Z';
const changes = async (more: object = {}): Promise<Listed[]> => {
  const pages = await pagesOf((cursor) => control('listChanges', { since, until, cursor, ...more }));
  return pages.flatMap(({ items }) => items as Listed[]);
};
const now = () => service.services.now().toISOString();
const valuesSha256 = expect.stringMatching(/^[0-9a-f]{64}$/u);

async function undo(importId: string): Promise<void> {
  service.advance(1_000);
  await control('revertImport', { importId });
  await service.drain();
}

describe('the changes of a time', () => {
  it('are each record that an import wrote, from what to what, newest import first', async () => {
    const first = await run([client([{ email: 'a@x.org', name: 'A' }])]);
    await run([client([{ email: 'a@x.org', name: 'A' }])]);
    await run([client([{ email: 'a@x.org', name: 'dry' }])], { dryRun: true });
    const second = await run([
      set('professional', 'email', [{ email: 'p@x.org', name: 'P' }]),
      client([{ email: 'a@x.org', name: 'B', cellPhone: '07 1' }]),
    ]);
    const third = await run([client([{ email: 'a@x.org', deleted: true }])]);
    const by = `token ${site.apiKey}`;
    expect(await changes()).toMatchObject([
      { importId: third.importId, state: 'kept', records: [{ action: 'delete', changes: {}, version: 3 }] },
      {
        ...{ importId: second.importId, by, operation: 'import', valuesSha256 },
        records: [
          { number: 1, schema: 'professional', action: 'create', version: 1 },
          {
            ...{ number: 2, schema: 'client', action: 'update', version: 2 },
            changes: { name: ['A', 'B'], cellPhone: [null, '07 1'] },
          },
        ],
      },
      { importId: first.importId, records: [{ number: 1, action: 'create', version: 1 }] },
    ]);
  });

  it('are those of imports that began to write in it, or whose undo was started in it, with who undid them', async () => {
    const { importId } = await run([client([{ email: 'a@x.org', name: 'A' }])]);
    service.advance(86_400_000);
    const middle = now();
    expect(await changes({ since: middle })).toEqual([]);
    expect(await changes({ until: middle })).toMatchObject([{ importId }]);
    await undo(importId);
    const by = 'arn:aws:iam::123456789012:user/ana';
    const undone = { importId, undo: { by }, records: [{ undo: { outcome: 'reversed' } }] };
    expect(await changes({ since: middle })).toMatchObject([undone]);
    service.advance(86_400_000);
    expect(await changes({ since: now() })).toEqual([]);
  });

  it('are those of one schema, if it is given; items of a list name the list', async () => {
    await control('createList', { name: 'Counties' });
    await run([
      set('ListItem.counties', 'title', [{ title: 'Kent' }]),
      client([{ email: 'a@x.org', name: 'A' }]),
    ]);
    expect(await changes({ schema: 'ListItem.Counties' })).toMatchObject([
      { records: [{ schema: 'ListItem.Counties', changes: { title: [null, 'Kent'] } }] },
    ]);
    expect(await changes({ schema: 'client' })).toMatchObject([{ records: [{ schema: 'client' }] }]);
    expect(await changes({ schema: 'role' })).toEqual([]);
    expect((await control('listChanges', { since, until, schema: 'nothing' })).code).toBe('invalid_request');
  });

  it('are what was planned last, where others had changed a record meanwhile', async () => {
    await run([client([{ email: 'a@x.org', name: 'A' }])]);
    const meanwhile = async () => {
      const { body } = await call('getUsers', { fields: ['id'] });
      const [user] = body['items'] as { id: string }[];
      await call('saveUsers', { users: [{ id: user?.id, name: 'other' }] });
    };
    await overtaken([client([{ email: 'a@x.org', name: 'B' }])], meanwhile);
    const [latest] = await changes();
    expect(latest?.records).toMatchObject([{ version: 3, changes: { name: ['other', 'B'] } }]);
  });

  it('continue from page to page, also within an import, and end a page when plans take long to read', async () => {
    const count = 3_500;
    const many = (letter: string) => {
      const text = letter.repeat(200);
      const record = (n: number) => ({ email: `u${n}@x.org`, name: text, username: text });
      return client(Array.from({ length: count }, (_, n) => record(n)));
    };
    const ids: string[] = [];
    for (const name of ['A', 'B']) ids.unshift((await run([many(name)])).importId);
    const pages = await pagesOf((cursor) => control('listChanges', { since, until, cursor }));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(jsonBytes(page)).toBeLessThan(limits.pageBytes * 1.01);
    const found = pages.flatMap(({ items }) =>
      (items as Listed[]).flatMap(({ importId, records }) => records.map(({ number }) => [importId, number])),
    );
    expect(found).toEqual(ids.flatMap((id) => Array.from({ length: count }, (_, n) => [id, n + 1])));
    const { now: clock } = service.services;
    let ticks = 0;
    Object.assign(service.services, { now: () => new Date(clock().getTime() + 9_000 * (ticks += 1)) });
    const [first] = await pagesOf((cursor) =>
      control('listChanges', { since, until, cursor, schema: 'list' }),
    );
    expect(first).toMatchObject({ items: [], hasMore: true, nextCursor: ids[0] });
  });

  it('have no values that were changed where they are stored, and say what is no longer stored (invariant 26)', async () => {
    await run([client([{ email: 'a@x.org', name: 'Ada' }])]);
    await run([client([{ email: 'a@x.org', name: 'Bo' }])]);
    const [newer, older] = await changes();
    const { blobs } = service.services;
    const { get } = blobs;
    const forged = (text: string) => new TextEncoder().encode(text.replaceAll('"Ada"', '"Forged"'));
    const altered: typeof get = async (key) => {
      const blob = await get(key);
      const isPlan = key.endsWith('/plan.json');
      if (isPlan && key.includes(String(older?.['importId']))) return undefined;
      return isPlan && blob ? { ...blob, bytes: forged(new TextDecoder().decode(blob.bytes)) } : blob;
    };
    Object.assign(blobs, { get: altered });
    expect(await changes()).toMatchObject([
      { importId: newer?.['importId'], state: 'altered', records: [] },
      { importId: older?.['importId'], state: 'gone', records: [] },
    ]);
  });

  it('are not those of outcomes that were changed together with the item (invariant 26)', async () => {
    const { importId } = await run([client([{ email: 'a@x.org', name: 'Ada' }])]);
    const { store } = service.services;
    const item = (await store.imports.get(site.siteId, importId))!;
    await store.imports.update({ ...item, version: item.version + 1, outcomesSha256: '0'.repeat(64) });
    expect(await changes()).toMatchObject([{ importId, state: 'altered', records: [] }]);
  });

  it('say of a record that was erased only that it was, and by its row nobody sees its values', async () => {
    await run([
      client([
        { email: 'ana@x.org', name: 'Ana Pop' },
        { email: 'b@x.org', name: 'B' },
      ]),
    ]);
    await run([client([{ email: 'ana@x.org', name: 'Anna' }])]);
    await erase('ana@x.org');
    const found = await changes();
    expect(JSON.stringify(found)).not.toMatch(/ana@x|Ana Pop|Anna/u);
    expect(found).toMatchObject([
      { state: 'kept', records: [{ erased: true, schema: 'user' }] },
      { state: 'kept', records: [{ erased: true }, { changes: { name: [null, 'B'] } }] },
    ]);
  });

  it('are those of the site alone (invariant 19)', async () => {
    await run([client([{ email: 'a@x.org', name: 'A' }])]);
    const other = await service.newSite();
    const { body } = await service.control('listChanges', { siteId: other.siteId, since, until });
    expect(body).toMatchObject({ items: [], hasMore: false });
  });
});
