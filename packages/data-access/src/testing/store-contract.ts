import { beforeEach, describe, expect, it } from 'vitest';
import { orderedId } from '../store/ids.ts';
import { noLookupFields } from '../store/lookup-fields.ts';
import type { Store } from '../store/store.ts';
import { aToken, anImport, at } from './builders.ts';
import { newSite } from './new-site.ts';
import { recordContract } from './record-contract.ts';
import { slotContract } from './slot-contract.ts';
import { updateOrderContract } from './update-order-contract.ts';
import { webhookContract } from './webhook-contract.ts';

/** The contract of a store. Both adapters must pass it. */
export function storeContract(name: string, store: Store): void {
  describe(name, () => {
    recordContract(store);
    updateOrderContract(store);
    lookupContract(store);
    importContract(store);
    accessContract(store);
    customFieldContract(store);
    lookupFieldContract(store);
    webhookContract(store);
    slotContract(store);
    auditHeadContract(store);
  });
}

function auditHeadContract(store: Store): void {
  it('moves the head of the audit log forwards only', async () => {
    const { auditHead } = store;
    expect(await auditHead.get()).toBeUndefined();
    for (const version of [1, 3, 2, 3]) await auditHead.move({ version, hash: `hash ${version}` });
    expect(await auditHead.get()).toEqual({ version: 3, hash: 'hash 3' });
  });

  it('notes the event of a call, and replaces only the note before', async () => {
    const { auditHead } = store;
    const [call, expires] = [{ siteId: newSite(), requestId: 'r1' }, new Date(at(0))];
    const event = (version: number) => ({ version, hash: `hash ${version}` });
    expect(await auditHead.noted(call)).toBeUndefined();
    expect(await auditHead.note(call, { event: event(5), before: undefined, expires })).toBe(true);
    expect(await auditHead.note(call, { event: event(6), before: undefined, expires })).toBe(false);
    // Its answer was lost.
    expect(await auditHead.note(call, { event: event(5), before: undefined, expires })).toBe(true);
    expect(await auditHead.note(call, { event: event(6), before: event(5), expires })).toBe(true);
    expect(await auditHead.note(call, { event: event(7), before: event(5), expires })).toBe(false);
    expect(await auditHead.noted(call)).toEqual(event(6));
    expect(await auditHead.noted({ ...call, siteId: newSite() })).toBeUndefined();
  });
}

function lookupFieldContract(store: Store): void {
  describe('the lookup fields of a site', () => {
    const filling = { since: 1, shards: [{ after: '', done: false }], holder: 'w', leaseUntil: at(9) };
    const first = { ...noLookupFields, version: 1, filling: { 'user email': filling } };

    it('are none at first, and each version replaces the one before', async () => {
      const site = newSite();
      expect(await store.lookupFields.get(site)).toEqual(noLookupFields);
      expect(await store.lookupFields.replace(site, first)).toBe(true);
      const next = { ...first, version: 2, used: ['user name'], writers: { w: { since: 2, until: at(9) } } };
      expect(await store.lookupFields.replace(site, next)).toBe(true);
      expect(await store.lookupFields.get(site)).toEqual(next);
      expect(await store.lookupFields.get(newSite())).toEqual(noLookupFields);
    });

    it('are changed by one of 16 who change the same version', async () => {
      const site = newSite();
      const versions = Array.from({ length: 16 }, (_, n) => ({ ...first, used: [`user ${n}`] }));
      const isReplaced = await Promise.all(versions.map((next) => store.lookupFields.replace(site, next)));
      expect(isReplaced.filter(Boolean)).toHaveLength(1);
      expect(await store.lookupFields.get(site)).toEqual(versions[isReplaced.indexOf(true)]);
    });
  });
}

const key = (value: string) => ({ kind: 'user', field: 'email', value });
const entry = (value: string, id: string) => ({ key: key(value), id });

function lookupContract(store: Store): void {
  describe('lookups', () => {
    let site: string;
    beforeEach(() => {
      site = newSite();
    });

    it('finds nothing by a value that no record has', async () => {
      expect(await store.lookups.find(newSite(), [key('a')])).toEqual([[]]);
    });

    it('gives a claim to the first, and shows the others who has it', async () => {
      expect(await store.lookups.claim(site, [entry('a', 'r1')])).toEqual(['r1']);
      expect(await store.lookups.claim(site, [entry('b', 'r2'), entry('a', 'r3')])).toEqual(['r2', 'r1']);
      expect(await store.lookups.find(site, [key('a'), key('b')])).toEqual([['r1'], ['r2']]);
    });

    it('keeps the claims of 16 who ask at once with one of them', async () => {
      const ids = Array.from({ length: 16 }, (_, n) => `r${n}`);
      const holders = await Promise.all(ids.map((id) => store.lookups.claim(site, [{ key: key('a'), id }])));
      expect(new Set(holders.flat()).size).toBe(1);
    });

    it('finds every record that shares a value', async () => {
      await store.lookups.claim(site, [entry('a', 'r1')]);
      for (const id of ['r2', 'r2', 'r1']) await store.lookups.add(site, [entry('a', id)]);
      const [found] = await store.lookups.find(site, [key('a')]);
      expect(found?.toSorted()).toEqual(['r1', 'r2']);
    });

    it('moves a claim once, and keeps the old holder findable', async () => {
      await store.lookups.claim(site, [entry('a', 'r1')]);
      expect(await store.lookups.reclaim(site, entry('a', 'r2'), 'r1')).toBe('r2');
      expect(await store.lookups.reclaim(site, entry('a', 'r3'), 'r1')).toBe('r2');
      const [found] = await store.lookups.find(site, [key('a')]);
      expect(found?.toSorted()).toEqual(['r1', 'r2']);
    });

    it('removes an id from under a value, and from no other', async () => {
      await store.lookups.claim(site, [entry('a', 'r1'), entry('b', 'r1')]);
      await store.lookups.remove(site, [entry('a', 'r1'), entry('a', 'r1'), entry('c', 'r1')]);
      expect(await store.lookups.find(site, [key('a'), key('b'), key('c')])).toEqual([[], ['r1'], []]);
      expect(await store.lookups.claim(site, [entry('a', 'r2')])).toEqual(['r2']);
    });

    it.each(['r1', 'r2', 'r3'])(
      'removes %s of those who share a value, and the claim stays with one',
      async (id) => {
        await store.lookups.claim(site, [entry('a', 'r1')]);
        for (const one of ['r2', 'r3']) await store.lookups.add(site, [entry('a', one)]);
        await store.lookups.remove(site, [entry('a', id)]);
        const left = ['r1', 'r2', 'r3'].filter((one) => one !== id);
        const [found] = await store.lookups.find(site, [key('a')]);
        expect(found?.toSorted()).toEqual(left);
        expect(left).toContain((await store.lookups.claim(site, [entry('a', 'r4')]))[0]);
      },
    );

    it('loses nobody who is added while another is removed', async () => {
      for (let round = 0; round < 20; round += 1) {
        const [one, two] = [`r${round}`, `s${round}`];
        await store.lookups.claim(site, [entry(`v${round}`, one)]);
        if (round % 2 === 0) await store.lookups.add(site, [entry(`v${round}`, 'shares')]);
        const removed = round % 2 === 0 ? [one, 'shares'] : [one];
        await Promise.all([
          store.lookups.remove(
            site,
            removed.map((id) => entry(`v${round}`, id)),
          ),
          store.lookups.add(site, [entry(`v${round}`, two)]),
        ]);
        expect(await store.lookups.find(site, [key(`v${round}`)])).toEqual([[two]]);
      }
    });

    it('finds by 250 values in one call, in the order asked for', async () => {
      const entries = Array.from({ length: 250 }, (_, n) => entry(`v${n}`, `r${n}`));
      await store.lookups.add(site, entries);
      const keys = entries.map((one) => one.key);
      const found = await store.lookups.find(site, keys);
      expect(found).toEqual(entries.map(({ id }) => [id]));
    });

    it('finds nothing of another site (invariant 19)', async () => {
      await store.lookups.claim(newSite(), [entry('a', 'r1')]);
      expect(await store.lookups.find(newSite(), [key('a')])).toEqual([[]]);
    });
  });
}

function importContract(store: Store): void {
  describe('imports', () => {
    it('keeps an import, and replaces only the version before', async () => {
      const first = anImport({ siteId: newSite() });
      await store.imports.create(first);
      const second = { ...first, version: 2, state: 'validating' as const, owner: 'a' };
      expect(await store.imports.update(second)).toBe(true);
      expect(await store.imports.update({ ...second, owner: 'b' })).toBe(false);
      expect(await store.imports.get(first.siteId, first.importId)).toEqual(second);
    });

    it('lists the imports of a site, newest first, and goes on after one', async () => {
      const siteId = newSite();
      const ids = Array.from({ length: 30 }, (_, n) => orderedId(new Date(at(n)), siteId, n));
      for (const importId of ids) await store.imports.create(anImport({ siteId, importId }));
      await store.imports.create(anImport({ siteId: newSite() }));
      const newest = ids.toReversed();
      const listed = async (after?: string) => {
        const found: string[] = [];
        for await (const { importId } of store.imports.scan(siteId, { after, expected: 5 }))
          found.push(importId);
        return found;
      };
      expect(await listed()).toEqual(newest);
      expect(await listed(newest[10])).toEqual(newest.slice(11));
    });

    it('shows an import to its own site only (invariant 19)', async () => {
      const item = anImport({ siteId: newSite() });
      await store.imports.create(item);
      expect(await store.imports.get(newSite(), item.importId)).toBeUndefined();
    });
  });
}

function customFieldContract(store: Store): void {
  describe('custom fields', () => {
    let site: string;
    beforeEach(() => {
      site = newSite();
    });

    const field = { id: 'f1', schema: 'issue', title: 'Colour', type: 'text', retired: false } as const;

    it('are none, and then those of the last version', async () => {
      expect(await store.customFields.get(site)).toEqual({ version: 0, fields: [] });
      expect(await store.customFields.replace(site, { version: 1, fields: [field] })).toBe(true);
      const next = { version: 2, fields: [{ ...field, title: 'Paint' }] };
      expect(await store.customFields.replace(site, next)).toBe(true);
      expect(await store.customFields.get(site)).toEqual(next);
      expect(await store.customFields.get(newSite())).toEqual({ version: 0, fields: [] });
    });

    it('are declared by one of 8 who declare at once', async () => {
      const declared = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          store.customFields.replace(site, { version: 1, fields: [{ ...field, id: `f${n}` }] }),
        ),
      );
      expect(declared.filter(Boolean)).toHaveLength(1);
    });
  });
}

function accessContract(store: Store): void {
  const hour = '2026-03-01T08:00:00.000Z';
  const later = new Date('2026-03-01T08:00:00.000Z');

  describe('access', () => {
    it('keeps sites and tokens', async () => {
      const site = { siteId: newSite(), name: 'A', kind: 'demo' as const, createdDate: at(0) };
      const token = aToken({ apiKey: `${site.siteId}-key`, siteId: site.siteId });
      await store.access.createSite(site);
      await store.access.createToken(token);
      expect(await store.access.site(site.siteId)).toEqual(site);
      expect(await store.access.token(token.apiKey)).toEqual(token);
      expect(await store.access.token('unknown')).toBeUndefined();
    });

    it('lists sites, and the tokens of each', async () => {
      const [a, b] = [newSite(), newSite()];
      for (const siteId of [a, b])
        await store.access.createSite({ siteId, name: siteId, kind: 'demo', createdDate: at(0) });
      const tokens = ['1', '2'].map((n) => aToken({ apiKey: `${a}-${n}`, siteId: a }));
      for (const token of tokens) await store.access.createToken(token);
      const named = (await store.access.sites()).filter(({ siteId }) => [a, b].includes(siteId));
      expect(named.map(({ siteId }) => siteId)).toEqual([a, b].toSorted());
      expect(await store.access.tokens(a)).toEqual(tokens);
      expect(await store.access.tokens(b)).toEqual([]);
    });

    it('replaces only the version of a token before, and keeps its last use', async () => {
      const token = aToken({ apiKey: `${newSite()}-key` });
      await store.access.createToken(token);
      await store.access.touchToken(token.apiKey, at(10), at(-50));
      const disabled = { ...token, disabled: true, version: 2 };
      expect(await store.access.updateToken(disabled)).toBe(true);
      expect(await store.access.updateToken({ ...token, notes: 'Mine', version: 2 })).toBe(false);
      expect(await store.access.token(token.apiKey)).toEqual({ ...disabled, lastUsedDate: at(10) });
      expect(await store.access.updateToken({ ...token, apiKey: 'unknown', version: 2 })).toBe(false);
    });

    it('notes the last use at most as often as asked', async () => {
      const token = aToken({ apiKey: `${newSite()}-key` });
      await store.access.createToken(token);
      await store.access.touchToken(token.apiKey, at(10), at(-50));
      await store.access.touchToken(token.apiKey, at(30), at(-30));
      expect((await store.access.token(token.apiKey))?.lastUsedDate).toBe(at(10));
      await store.access.touchToken(token.apiKey, at(75), at(15));
      expect((await store.access.token(token.apiKey))?.lastUsedDate).toBe(at(75));
    });

    it('admits exactly the limit of 40 who spend at once, and again in the next hour (invariant 20)', async () => {
      const key = `${newSite()}-key`;
      const spent = await Promise.all(Array.from({ length: 40 }, () => store.access.spend(key, hour, 25)));
      const admitted = spent.filter((used) => used !== undefined);
      expect(admitted.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
      expect(await store.access.spent(key, hour)).toBe(25);
      expect(await store.access.spend(key, '2026-03-01T09:00:00.000Z', 25)).toBe(1);
    });

    it('admits no request with a limit of 0 (invariant 20)', async () => {
      const key = `${newSite()}-key`;
      expect(await store.access.spend(key, hour, 0)).toBeUndefined();
      expect(await store.access.spent(key, hour)).toBe(0);
    });

    it('spends all e-mails of a request or none, within the limit of the day', async () => {
      const key = `${newSite()}-key`;
      const spend = (count: number, day = '2026-03-01') =>
        store.access.spendMails(key, day, { count, limit: 10 });
      const spent = await Promise.all(Array.from({ length: 8 }, () => spend(3)));
      expect(spent.filter(Boolean)).toHaveLength(3);
      expect([await spend(2), await spend(1), await spend(1), await spend(11, '2026-03-02')]).toEqual([
        false,
        true,
        false,
        false,
      ]);
      expect(await spend(10, '2026-03-02')).toBe(true);
    });

    it('replaces a site', async () => {
      const site = { siteId: newSite(), name: 'A', kind: 'demo' as const, createdDate: at(0) };
      await store.access.createSite({ ...site, mailDomains: ['a.org'] });
      await store.access.updateSite(site);
      expect(await store.access.site(site.siteId)).toEqual(site);
    });

    it('binds an idempotency key to the first body until it expires', async () => {
      const first = {
        siteId: newSite(),
        key: 'k',
        bodyHash: 'h1',
        importId: 'i1',
        expires: later.getTime() / 1000 + 60,
      };
      const second = { ...first, bodyHash: 'h2', importId: 'i2' };
      expect(await store.access.claimIdempotency(first, later)).toEqual(first);
      expect(await store.access.claimIdempotency(second, later)).toEqual(first);
      expect(await store.access.claimIdempotency(second, new Date(later.getTime() + 60_000))).toEqual(second);
    });
  });
}
