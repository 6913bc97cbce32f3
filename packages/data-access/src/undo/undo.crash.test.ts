import { describe, expect, it } from 'vitest';
import { aWebhook } from '../testing/builders.ts';
import { dyingAt, beforeEachCall } from '../testing/dying.ts';
import { eventsOf } from '../testing/publishing.ts';
import { asReport, undoingSite, wrapped } from '../testing/undoing.ts';
import { runImport } from '../engine/run-import.ts';
import { set } from '../testing/on-a-site.ts';

const before = [
  set('client', 'email', [
    { email: 'a@x.org', name: 'Ada' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'c@x.org', name: 'Cy' },
  ]),
  set('list', 'name', [{ name: 'Towns' }]),
];
const request = [
  set('client', 'email', [
    { email: 'a@x.org', name: 'Ada L.' },
    { email: 'c@x.org', deleted: true },
    { email: 'd@x.org', name: 'Di', username: 'di' },
  ]),
  set('list', 'name', [{ name: 'Parishes' }]),
  set('ListItem.Parishes', 'title', [{ title: 'Saint Mary' }]),
  set('client', 'email', [
    { email: 'a@x.org', cellPhone: '1' },
    { email: 'd@x.org', cellPhone: '2' },
  ]),
];

async function prepared() {
  const its = await undoingSite();
  const { preview } = await its.service.importAll(its.site, before);
  its.service.advance(60_000);
  return { ...its, ids: preview?.outcomes.map(([, , id]) => id ?? '') ?? [] };
}
type Prepared = Awaited<ReturnType<typeof prepared>>;

const overtakers: Record<string, (its: Prepared) => Promise<unknown>> = {
  'a request': ({ service, site, ids }) =>
    service.call('saveUsers', site, { users: [{ id: ids[0], name: 'Ava', workPhone: '8' }] }),
  'another import': async ({ service, site }) => {
    const rival = [
      set('client', 'email', [
        { email: 'd@x.org', name: 'Dora' },
        { email: 'a@x.org', homePhone: '9' },
      ]),
      set('list', 'name', [{ name: 'parishes' }]),
    ];
    await runImport(await service.queued(site, rival), service.services);
  },
};

describe('an import whose worker dies while others overtake it', () => {
  /** Its worker dies at one call. At another call, or never, another writer changes the same records. */
  async function ended({ dies, overtaken, by }: { dies: number; overtaken: number; by: string }) {
    const its = await prepared();
    const { service, site, model } = its;
    const message = await service.queued(site, request);
    const dying = dyingAt(dies);
    const overtaking = beforeEachCall(async (call) => {
      if (call === overtaken) await overtakers[by]?.(its);
    });
    const services = wrapped(service, (port) => dying.over(overtaking.over(port)));
    await runImport(message, services).catch(() => undefined);
    service.advance(120_000);
    await runImport(message, service.services);
    const { status } = await service.status(site, message.importId);
    service.advance(60_000);
    const { due, reported } = await its.undo(message.importId);
    return { status, due, reported, wrong: model().wrong, calls: dying.calls() };
  }

  it.each(Object.keys(overtakers))(
    'is undone to what was there before its own writes, wherever it dies and is overtaken by %s',
    async (by) => {
      const calm = await ended({ dies: Infinity, overtaken: Infinity, by });
      expect(calm.wrong).toEqual([]);
      expect(calm.reported).toHaveLength(5);
      expect(calm.calls).toBeGreaterThan(20);
      for (let overtaken = 1; overtaken <= calm.calls; overtaken += 1) {
        // It dies at each call, combined with an eleventh of the calls at which it is overtaken.
        for (let dies = overtaken + (overtaken % 11); dies <= calm.calls + 8; dies += 11) {
          const sign = (dies + overtaken) % 2 === 0 ? 1 : -1;
          const { wrong, due, reported } = await ended({ dies: sign * dies, overtaken, by });
          const where = `dies at ${sign * dies}, overtaken at ${overtaken}`;
          expect(wrong, where).toEqual([]);
          expect(reported, where).toEqual(due);
        }
      }
    },
    60_000,
  );
});

describe('an undo whose worker dies', () => {
  const models = ['user', 'list', 'listItem'].map((model) => ({ model, fields: null }));

  /** Its worker dies at one call. Before it resumes, another writer may change a record. */
  async function ended(dies: number, editsCy = false) {
    const its = await prepared();
    const { service, site, ids, model, report } = its;
    const { siteId } = site;
    const message = await service.queued(site, request);
    await runImport(message, service.services);
    await service.call('saveUsers', site, { users: [{ id: ids[0], workPhone: '8' }] });
    service.advance(60_000);
    await service.services.store.webhooks.create(aWebhook({ siteId, models }));
    const due = asReport(model().expected(message.importId));
    await its.askUndo(message.importId);
    const dying = dyingAt(dies);
    await runImport(message, wrapped(service, dying.over)).catch(() => undefined);
    service.advance(120_000);
    if (editsCy) await service.call('saveUsers', site, { users: [{ id: ids[2], workPhone: '9' }] });
    const cyWasBack = its.versions.get(`user ${ids[2]}`)?.some(({ writer }) => writer.startsWith('undo'));
    await runImport(message, service.services);
    await service.publishing.work();
    const events = eventsOf(service.publishing.received, 'secret').map(
      ({ action, docId }) => `${action} ${docId}`,
    );
    const reported = (await report(message.importId)).toSorted();
    const { status } = await service.status(site, message.importId);
    return {
      status,
      due,
      reported,
      events,
      cy: ids[2],
      cyWasBack,
      wrong: model().wrong,
      calls: dying.calls(),
    };
  }

  it('ends as without a crash, wherever it dies, and publishes each change (invariants 7, 17 and 18)', async () => {
    const calm = await ended(Infinity);
    expect(calm.calls).toBeGreaterThan(12);
    expect(calm.events.map((one) => one.split(' ')[0])).toEqual(['delete', 'delete', 'delete', 'create']);
    for (let n = 1; n <= calm.calls; n += 1) {
      for (const dies of [n, -n]) {
        const { status, wrong, due, reported, events } = await ended(dies);
        const where = `dies at ${dies}`;
        expect(status, where).toBe('reverted');
        expect(wrong, where).toEqual([]);
        expect(reported, where).toEqual(due);
        expect(events, where).toEqual(expect.arrayContaining(calm.events));
      }
    }
  });

  it('also publishes what others overwrote before it was published (invariant 18)', async () => {
    const { calls } = await ended(Infinity);
    const wasBack = new Set<boolean | undefined>();
    for (let n = 1; n <= calls; n += 1) {
      for (const dies of [n, -n]) {
        const { wrong, events, cy, cyWasBack } = await ended(dies, true);
        expect(wrong, `dies at ${dies}`).toEqual([]);
        expect(events, `dies at ${dies}`).toContain(`create ${cy}`);
        wasBack.add(cyWasBack);
      }
    }
    expect(wasBack).toEqual(new Set([false, true]));
  });
});
