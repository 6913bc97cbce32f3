import { createMemoryRateBudgets } from '@sluice/ledger/testing';
import {
  historySchema,
  inOrderOfTime,
  progressOf,
  sealKeys,
  storedItemsSchema,
  verifyList,
  verifySeals,
  verifyStored,
} from '@sluice/ledger';
import { createMemoryLedger, createMemoryMigrations } from '@sluice/ledger/testing';
import type { HttpRequest } from '@sluice/aws-kit/handlers';
import { describe, expect, it } from 'vitest';
import { sealHistory } from '../seal/seal-history.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { plannedRun } from '../testing/planned-run.ts';
import type { Seals } from '../seal/seals.ts';
import { answer } from './answer.ts';

async function setUp() {
  let minutes = 0;
  const now = () => new Date(Date.parse('2026-03-01T08:00:00.000Z') + 60_000 * (minutes += 1));
  const ledger = createMemoryLedger({ now });
  const migrations = createMemoryMigrations({ now });
  const files = createMemoryFiles();
  for (const runId of ['run1', 'run2', 'run3']) await plannedRun({ ledger, files, now, runId });
  await ledger.moveRun('run2', { type: 'rejected', at: now().toISOString(), reason: 'wrong rows' });
  const kept = createMemoryFiles();
  const lists: Seals['lists'] = async () => [];
  const seals = { files: kept, lists, days: async () => (kept.objects.size > 0 ? ['2026-03-01'] : []) };
  const seal = () =>
    sealHistory({ ledger, migrations, seals, now: () => new Date('2026-03-02T02:00:00.000Z') });
  const budgets = createMemoryRateBudgets();
  const drops = createMemoryFiles();
  const services = {
    ledger,
    migrations,
    seals,
    budgets,
    reserve: 0.1,
    drops,
    files,
    listKeys: async () => [],
    now,
  };
  const get = async (path: string, query: Record<string, string> = {}, more: Partial<HttpRequest> = {}) => {
    const request = { method: 'GET', path, query, headers: {}, body: '', sourceIp: '127.0.0.1', ...more };
    const { status, body, headers: sent } = await answer(request, services);
    return { status, etag: sent?.['etag'], body: body === undefined ? undefined : JSON.parse(String(body)) };
  };
  return { get, seal, services, migrations, ledger, files };
}

describe('the import history', () => {
  it('lists runs without their submissions, newest first', async () => {
    const { get } = await setUp();
    const { status, body } = await get('/runs');
    expect(status).toBe(200);
    expect(body.runs.map(({ runId }: { runId: string }) => runId)).toEqual(['run3', 'run2', 'run1']);
    expect(body.runs[0]).not.toHaveProperty('submissions');
  });

  it('shows a viewer of the console no proposal, which has values of cells', async () => {
    const { get, ledger, services } = await setUp();
    const why = "'Ja' and 'Nein' are yes and no";
    const proposal = { profile: { schema: 'client' }, choices: [{ columns: ['OK'], score: 1, why }] };
    const at = services.now().toISOString();
    await ledger.moveRun('run1', { type: 'rejected', at, reason: 'its columns', proposal });
    for (const path of ['/runs/run1', '/runs', '/runs/run1/events'])
      expect(JSON.stringify((await get(path, {}, { roles: ['viewer'] })).body)).not.toContain('Nein');
    for (const roles of [undefined, ['viewer', 'dropper'], ['auditor']])
      expect(JSON.stringify((await get('/runs/run1', {}, roles ? { roles } : {})).body)).toContain('Nein');
    const hidden = await get('/runs/run1', {}, { roles: [] });
    expect(JSON.stringify(hidden.body)).not.toContain('Nein');
  });

  it('has no run whose id is longer than a key may be', async () => {
    const { get } = await setUp();
    expect((await get(`/runs/${'x'.repeat(6000)}`)).status).toBe(404);
  });

  it('filters by status and time, and takes a limit', async () => {
    const { get } = await setUp();
    expect((await get('/runs', { status: 'rejected' })).body).toEqual({
      runs: [expect.objectContaining({ runId: 'run2' })],
    });
    const { body: page } = await get('/runs', { limit: '2' });
    expect(page.runs).toHaveLength(2);
    expect((await get('/runs', { limit: '2', after: page.next })).body.runs).toMatchObject([
      { runId: 'run1' },
    ]);
    expect((await get('/runs', { since: '2027-01-01' })).body).toEqual({ runs: [] });
    expect((await get('/runs', { schema: 'issue' })).body).toEqual({ runs: [] });
  });

  it('lists runs with what each has used, if asked', async () => {
    const { get } = await setUp();
    const { runs } = (await get('/runs', { usage: 'true' })).body;
    expect(runs).toHaveLength(3);
    for (const { usage } of runs) expect(usage).toMatchObject({ usd: expect.any(Number), dryRuns: 0 });
    expect((await get('/runs', { usage: 'false' })).status).toBe(400);
  });

  it('names the unreadable runs of a page beside the others', async () => {
    const { get, ledger } = await setUp();
    const runPage = ledger.runPage.bind(ledger);
    ledger.runPage = async (query) => ({ ...(await runPage(query)), unreadable: ['run9'] });
    expect(await get('/runs')).toMatchObject({
      status: 200,
      body: { runs: [{ runId: 'run3' }, { runId: 'run2' }, { runId: 'run1' }], unreadable: ['run9'] },
    });
  });

  it('shows a whole run, with its timeline and its mail', async () => {
    const { get } = await setUp();
    const { body } = await get('/runs/run2');
    expect(body).toMatchObject({
      runId: 'run2',
      status: 'rejected',
      counts: { read: 2, notAttempted: 2 },
      submissions: [{ batch: 1, phase: 'dry', status: 'planned' }],
      emails: { to: ['ops@example.com'] },
    });
    const types = body.timeline.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['begun', 'settingsKnown', 'planned', 'read', 'rejected']);
  });

  it('returns the hash chain of a migration by its id (invariant 21)', async () => {
    const { get, migrations } = await setUp();
    const at = '2026-03-01T08:30:00.000Z';
    const start = { migrationId: 'm1', name: 'nightly', scheduledAt: at, startedBy: 'ana', execution: 'e' };
    await migrations.begin({ ...start, dryRun: false, emails: [] });
    await migrations.move('m1', { type: 'cancelRequested', at, by: 'ana' });
    const { events } = historySchema.parse((await get('/runs/m1/events')).body);
    const { items } = storedItemsSchema.parse((await get('/runs/m1/items')).body);
    expect(events.map(({ type }) => type)).toEqual(['begun', 'cancelRequested']);
    expect(verifyStored({ runId: 'm1', items, events })).toEqual([]);
    const [first, last] = events;
    const altered = [first!, { ...last!, data: { by: 'bob' } }];
    expect(verifyStored({ runId: 'm1', items, events: altered })).toMatchObject([
      { subject: 'migration', event: 2 },
    ]);
  });

  it('estimates the end of a run, or returns null, and its cost', async () => {
    const { get } = await setUp();
    const { body } = await get('/runs/run1');
    expect(body).toMatchObject({ eta: null, usage: { dryRuns: 0, usd: expect.any(Number) } });
  });

  it('returns the hash chain of a run, and its stored items (invariant 21)', async () => {
    const { get } = await setUp();
    const { events } = historySchema.parse((await get('/runs/run2/events')).body);
    const { items } = storedItemsSchema.parse((await get('/runs/run2/items')).body);
    expect({ events: events.length, items: items.length }).toEqual({ events: 5, items: 2 });
    expect(verifyStored({ runId: 'run2', items, events })).toEqual([]);
    expect((await get('/runs/run2/items', { after: 'run' })).body.items).toMatchObject([
      { subject: '1/dry' },
    ]);
  });

  it('returns seals, and the list of heads that each one covers', async () => {
    const { get, seal } = await setUp();
    expect((await get('/seals')).body).toEqual({ seals: [], noted: [], lists: [] });
    await seal();
    const { body } = await get('/seals', { from: '2026-03-01' });
    const { text } = (await get('/seals/2026-03-01/heads')).body;
    expect(verifyList(body.seals[0], text)).toEqual([]);
    expect(body.noted).toEqual([{ day: '2026-03-01', hash: body.seals[0].hash }]);
    expect((await get('/seals', { from: '2026-03-02' })).body).toEqual({ seals: [], noted: [], lists: [] });
  });

  it('returns the lists of a day that is not sealed, and those that only the ledger knows', async () => {
    const { get, services, ledger } = await setUp();
    const { seals } = services;
    const note = { day: '2026-03-01', list: '2026-03-01T09', hash: 'h' };
    await ledger.noteSeal(note);
    await seals.files.putOnce(sealKeys.list(note.day, '2026-03-01T08'), 'a list');
    services.seals = {
      ...seals,
      days: async () => [],
      lists: async (day) => (day === note.day ? ['2026-03-01T08'] : []),
    };
    const { lists } = (await get('/seals')).body;
    expect(lists).toEqual([
      { day: note.day, list: '2026-03-01T08', isStored: true, hash: null },
      { ...note, isStored: false },
    ]);
    expect((await get('/seals', { to: '2026-02-28' })).body.lists).toEqual([]);
    const heads = (list: string) => get('/seals/2026-03-01/heads', { list });
    expect((await heads('2026-03-01T08')).body).toEqual({ text: 'a list' });
    expect([(await heads('2026-03-01T09')).status, (await heads('../x')).status]).toEqual([404, 400]);
  });

  it('misses no seal that is made while it answers (invariant 21)', async () => {
    const { get, seal, services } = await setUp();
    const { seals, ledger } = services;
    const days = async () => {
      const listed = await seals.days();
      await seal();
      return listed;
    };
    services.seals = { ...seals, days };
    const { body } = await get('/seals');
    expect(await ledger.sealNotes()).toHaveLength(1);
    expect(verifySeals(body.seals, { notes: body.noted })).toEqual([]);
  });

  it.each([
    ['/runs/none/events', {}, 404],
    ['/runs/none/items', {}, 404],
    ['/runs/run1/items', { limit: '1' }, 400],
    ['/seals/2026-03-05/heads', {}, 404],
    ['/seals/today/heads', {}, 400],
    ['/seals', { from: 'today' }, 400],
    ['/runs', { limit: '101' }, 400],
    ['/runs/none', {}, 404],
    ['/runs/run1', { limit: '1001' }, 400],
    ['/runs/run1', { after: 'elsewhere 1' }, 400],
    ['/elsewhere', {}, 404],
    ['/runs/run1/more', {}, 404],
    ['/runs/run1/items/more', {}, 404],
    ['/migrations/none', {}, 404],
    ['/runs', { limit: '0' }, 400],
    ['/runs', { status: 'odd' }, 400],
    ['/runs', { since: 'yesterday' }, 400],
    ['/runs', { unknown: 'x' }, 400],
  ] as const)('refuses %s with %j as JSON', async (path, query, expected) => {
    const { get } = await setUp();
    const { status, body } = await get(path, query);
    expect(status).toBe(expected);
    expect(body.error).toEqual({ code: expect.any(String), message: expect.any(String) });
  });

  describe('of a run of many batches', () => {
    async function large(batches: number) {
      const { get, ledger, services } = await setUp();
      const now = services.now;
      const [first] = await ledger.batches('run1');
      for (let number = 2; number <= batches; number += 1) await ledger.planBatch({ ...first!, number });
      const run = (await ledger.run('run1'))!;
      await ledger.keepProgress('run1', progressOf(run, await ledger.submissions('run1')));
      const calls: string[] = [];
      /** How many events each page of them had. */
      const pages: number[] = [];
      const counted = new Proxy(ledger, {
        get: (target, name) => {
          const method = Reflect.get(target, name);
          return async (...args: unknown[]) => {
            calls.push(String(name));
            const found = await method(...args);
            if (name === 'eventPage') pages.push(found.events.length);
            return found;
          };
        },
      });
      services.ledger = counted;
      return { get, ledger, calls, pages, now, services };
    }

    it('answers its progress from one read, in as many bytes for 1,000 batches as for 10', async () => {
      const answers = [];
      for (const batches of [10, 1000]) {
        const { get, calls } = await large(batches);
        const { body } = await get('/runs/run1', { limit: '0' });
        expect(calls).toEqual(['runWithProgress']);
        expect(body).not.toHaveProperty('submissions');
        expect(body.progress).toEqual({ batches, checked: 0, imported: 0 });
        answers.push(JSON.stringify(body).length);
      }
      expect(Math.abs(answers[1]! - answers[0]!)).toBeLessThan(50);
      expect(answers[1]).toBeLessThan(2500);
    });

    it('is followed at the same cost for 8,000 batches as for one: two items, its own events, and nothing unless it moved', async () => {
      const costs = [];
      for (const batches of [1, 8000]) {
        const { get, ledger, calls, pages, now, services } = await large(batches);
        const time = now();
        services.now = () => time;
        const first = await get('/runs/run1', { limit: '0', tail: '0' });
        expect(first.body.tail.events.map(({ type }: { type: string }) => type)).toEqual([
          ...['begun', 'settingsKnown', 'read'],
        ]);
        const { after } = first.body.tail;
        const again = () =>
          get(
            '/runs/run1',
            { limit: '0', tail: after },
            { headers: { 'if-none-match': String(first.etag) } },
          );
        expect(await again()).toEqual({ status: 304, etag: first.etag, body: undefined });
        await ledger.moveRun('run1', { type: 'cancelRequested', at: now().toISOString(), by: 'ana' });
        const { body } = await again();
        expect(body.tail).toMatchObject({
          events: [{ subject: 'run', type: 'cancelRequested' }],
          hasMore: false,
        });
        costs.push({ calls, pages });
      }
      expect(costs[0]).toEqual({
        calls: ['runWithProgress', 'eventPage', 'runWithProgress', 'runWithProgress', 'eventPage'],
        pages: [3, 1],
      });
      expect(costs[1]).toEqual(costs[0]);
    });

    it('reads no submission of a run that has ended with all its batches', async () => {
      const { get, ledger, calls, now } = await large(10);
      const run = (await ledger.run('run1'))!;
      const progress = progressOf(run, await ledger.submissions('run1'));
      await ledger.keepProgress('run1', { ...progress, dry: { ...progress.dry, ended: 10 } });
      await ledger.moveRun('run1', { type: 'rejected', at: now().toISOString(), reason: 'wrong rows' });
      const { etag } = await get('/runs/run1', { limit: '0' });
      expect(calls).not.toContain('submissions');
      const known = { headers: { 'if-none-match': `W/${etag}` } };
      expect(await get('/runs/run1', { limit: '0' }, known)).toMatchObject({ status: 304 });
    });

    it('lists submissions and events in pages, each once and in order', async () => {
      const { get, ledger, calls } = await large(1200);
      const pages = [];
      let after: string | undefined;
      do {
        const { body } = await get('/runs/run1', after === undefined ? {} : { after });
        pages.push(body);
        after = body.next;
      } while (after !== undefined);
      expect(pages.map(({ submissions, timeline }) => [submissions.length, timeline.length])).toEqual([
        [1000, 0],
        [200, 1000],
        [0, 203],
      ]);
      expect(calls).not.toContain('submissions');
      expect(pages.flatMap(({ submissions }) => submissions)).toMatchObject(
        (await ledger.submissions('run1')).map(({ batch, phase }) => ({ batch, phase })),
      );
      const events = await ledger.events('run1');
      const inPages = [events.slice(0, 1000), events.slice(1000)].flatMap(inOrderOfTime);
      expect(pages.flatMap(({ timeline }) => timeline)).toMatchObject(
        inPages.map(({ at, subject, type }) => ({ at, subject, type })),
      );
      expect(pages[1]).not.toHaveProperty('runId');
    });

    it('reads the submissions only while a person is asked, who may have decided since', async () => {
      const { get, ledger, calls, now } = await large(10);
      await ledger.moveRun('run1', { type: 'decisionNeeded', at: now().toISOString(), reason: 'no answer' });
      expect((await get('/runs/run1', { limit: '0' })).body).toMatchObject({
        status: 'needs_decision',
        toDecide: [],
      });
      expect(calls).toContain('submissions');
    });
  });
});
