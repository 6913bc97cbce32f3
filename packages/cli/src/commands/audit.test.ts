import { createMemoryLedger, sealedLine, sealHash, type LedgerEvent, type Seal } from '@sluice/ledger';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem, type FakeAnswer, type FakeSystem } from '../testing/fake-system.ts';
import { aSummary } from '../testing/run-builder.ts';

const runId = 'run-1';

/** A history of four events, and the seal of the first three. */
async function aHistory() {
  const at = (n: number) => `2026-03-01T08:00:0${n}.000Z`;
  const ledger = createMemoryLedger({ now: () => new Date(at(0)) });
  const facts = { bucket: 'b', versionId: 'v1', fileName: 'x', bytes: 1, target: 't', emails: [] };
  await ledger.beginRun({ ...facts, runId, key: '=cmd.csv', droppedBy: 'ana' });
  for (const trackers of [1, 2])
    await ledger.moveRun(runId, { type: 'trackerStarted', at: at(trackers), trackers });
  const stored = async () => {
    const run = await ledger.run(runId);
    if (!run) throw new Error('no run');
    return run;
  };
  const list = sealedLine(await stored(), []);
  await ledger.moveRun(runId, { type: 'cancelRequested', at: at(4), by: '@ana' });
  const root = createHash('sha256').update(list).digest('hex');
  const seal: Seal = { v: 1, day: '2026-03-01', at: at(5), runs: 1, root, previous: null };
  const { items } = await ledger.itemPage(runId, { limit: 9 });
  return { items, events: await ledger.events(runId), list, seal };
}

describe('sluice audit', () => {
  let system: FakeSystem;
  let history: Awaited<ReturnType<typeof aHistory>>;
  let runs: Record<string, unknown>[];
  beforeEach(async () => {
    system = await startFakeSystem();
    history = await aHistory();
    runs = [aSummary({ runId, key: '=cmd.csv' })];
    system.answer = ({ path }) => answerFor(path);
  });
  afterEach(() => system.stop());

  /** Two events a page, and a seal a page. */
  function answerFor(path: string): FakeAnswer | undefined {
    const { pathname, searchParams } = new URL(path, 'http://x');
    const after = Number(searchParams.get('after') ?? 0);
    const { items, events, list, seal } = history;
    if (pathname === '/history/runs') return json({ runs });
    if (pathname === `/history/runs/${runId}/events`)
      return json({
        events: events.slice(after, after + 2),
        ...(events.length > after + 2 && { next: String(after + 2) }),
      });
    if (pathname === `/history/runs/${runId}/items`) return json({ items });
    if (pathname === '/history/seals') return json({ seals: [{ ...seal, hash: sealHash(seal) }] });
    return pathname === '/history/seals/2026-03-01/heads' ? json({ text: list }) : undefined;
  }

  const verify = (...more: string[]) => runCaptured(['audit', 'verify', ...more], { cwd: system.cwd });
  const changed = (index: number, change: (line: LedgerEvent) => LedgerEvent) =>
    (history.events = history.events.map((line, at) => (at === index ? change(line) : line)));

  it('verify says that nothing was altered, and how much it looked at', async () => {
    expect(await verify()).toMatchObject({
      status: 0,
      stdout: 'Nothing was altered: 1 run, 4 events, 1 seal; sealed up to 2026-03-01.\n',
    });
  });

  it('verify names run, subject and number of an event that was changed, and ends with 1 (invariant 21)', async () => {
    changed(3, (line) => ({ ...line, data: { by: 'somebody else' } }));
    const { status, stdout } = await verify();
    expect(status).toBe(1);
    expect(stdout).toContain('run run-1, run, event 4: expected the event whose hash is');
    const { stdout: asJson } = await verify('--format', 'json');
    expect(JSON.parse(asJson)).toMatchObject({ ok: false, findings: [{ runId, subject: 'run', event: 4 }] });
  });

  it('verify names the field of an item that was altered, and its history not (invariants 10, 21)', async () => {
    const [item] = history.items;
    history = { ...history, items: [{ subject: 'run', fields: { ...item?.fields, status: 'succeeded' } }] };
    const { status, stdout } = await verify();
    expect(status).toBe(1);
    expect(stdout).toContain('run run-1, run, field status: expected "reading"; found "succeeded"');
  });

  it('verify takes no run under way for an altered one: it says how many were, and ends with 0', async () => {
    const [item] = history.items;
    const answer = system.answer;
    let version = 4;
    system.answer = (seen) =>
      seen.path.includes('/items')
        ? json({ items: [{ subject: 'run', fields: { ...item?.fields, version: (version += 1) } }] })
        : answer(seen);
    const { status, stdout } = await verify();
    expect({ status, lines: stdout.split('\n') }).toEqual({
      status: 0,
      lines: [
        'Nothing was altered: 1 run, 4 events, 1 seal; sealed up to 2026-03-01.',
        'Still running: 1. Their events were verified, but not all of their items: verify again when they have ended.',
        '',
      ],
    });
    version = 4;
    expect(JSON.parse((await verify('--format', 'json')).stdout)).toMatchObject({ ok: true, underWay: 1 });
  });

  it('verify finds an item whose events are gone, and something that is no event', async () => {
    const answer = system.answer;
    system.answer = (seen) =>
      seen.path.includes('/events') ? json({ events: [], unreadable: ['x#run#0000001'] }) : answer(seen);
    const { stdout } = await verify();
    expect(stdout).toContain('run run-1, run, event 1: expected events up to 4; found none after 0');
    expect(stdout).toContain('run run-1: expected an event; found something else at x#run#0000001');
  });

  it('verify misses a seal that the ledger knows to have been made, and one that is overdue (invariant 21)', async () => {
    const answer = system.answer;
    const noted = [{ day: '2026-03-02', hash: 'made' }];
    system.answer = (seen) =>
      seen.path.includes('/seals?') ? json({ seals: [{ ...history.seal }], noted }) : answer(seen);
    expect((await verify()).stdout).toContain(
      'seal of 2026-03-02: expected the seal that was made, made, as the ledger knows; found none',
    );
    runs = [aSummary({ runId, startedAt: '2026-02-20T08:00:00.000Z' })];
    system.answer = (seen) => (seen.path.includes('/seals?') ? json({ seals: [] }) : answer(seen));
    expect((await verify()).stdout).toContain(
      'seal of 2026-02-27: expected a seal of this day, which ended more than a day ago; found no seal at all',
    );
    expect((await verify('--from', '2026-02-28')).status).toBe(0);
    expect((await verify('--to', '2026-02-26')).status).toBe(0);
    runs = [aSummary({ runId, startedAt: '2026-03-01T07:00:00.000Z' })];
    expect((await verify()).status).toBe(0);
  });

  it('verify holds the seal before a range, which the first of the range names', async () => {
    const before: Seal = { ...history.seal, day: '2026-02-26' };
    const seal: Seal = { ...history.seal, previous: { day: before.day, hash: sealHash(before) } };
    const answer = system.answer;
    let kept = before;
    system.answer = (seen) => {
      if (!seen.path.includes('/seals?')) return answer(seen);
      return json({ seals: seen.path.includes(`to=${before.day}`) ? [kept] : [seal] });
    };
    expect((await verify('--from', '2026-03-01')).status).toBe(0);
    kept = { ...before, runs: 2 };
    expect((await verify('--from', '2026-03-01')).stdout).toContain('seal of 2026-02-26: expected the seal');
  });

  it('verify finds a run that is gone since it was sealed, and a list that was changed', async () => {
    runs = [];
    const answer = system.answer;
    system.answer = (seen) => (/\/(?:events|items)/u.test(seen.path) ? json({}, 404) : answer(seen));
    expect((await verify()).stdout).toContain(
      'run run-1, seal of 2026-03-01: expected this run, which was sealed',
    );
    history = { ...history, list: history.list.replace('run-1', 'run-2') };
    expect((await verify()).stdout).toContain('seal of 2026-03-01: expected a list of 1 heads');
  });

  it('export does not pass over a run that cannot be read: it ends with 1 and names it (invariant 21)', async () => {
    system.answer = ({ path }) =>
      path.startsWith('/history/runs?') ? json({ runs: [], unreadable: ['run-9'] }) : undefined;
    const { status, stderr } = await runCaptured(['audit', 'export', '--as', 'jsonl'], { cwd: system.cwd });
    expect(status).toBe(1);
    expect(stderr).toContain('item of run run-9 cannot be read');
  });

  it('export writes a row for each event, and no cell can start a formula', async () => {
    const { status, stdout } = await runCaptured(['audit', 'export'], { cwd: system.cwd });
    const rows = stdout.split('\r\n');
    expect({ status, rows: rows.length }).toEqual({ status: 0, rows: 6 });
    expect(rows[4]).toContain(`,"'=cmd.csv",`);
    expect(rows[4]).toContain(`,"'@ana",`);
    expect(rows[4]).toContain(`,"{""by"":""@ana""}",`);
  });

  it('export writes a run a line, or one array, with the hashes of its events', async () => {
    const lines = await runCaptured(['audit', 'export', '--as', 'jsonl'], { cwd: system.cwd });
    const [line = ''] = lines.stdout.split('\n');
    expect(JSON.parse(line).events).toEqual(history.events);
    const array = await runCaptured(['audit', 'export', '--format', 'json'], { cwd: system.cwd });
    expect(JSON.parse(array.stdout)).toEqual([JSON.parse(line)]);
    runs = [];
    expect((await runCaptured(['audit', 'export', '--format', 'json'], { cwd: system.cwd })).stdout).toBe(
      '[]\n',
    );
  });
});
