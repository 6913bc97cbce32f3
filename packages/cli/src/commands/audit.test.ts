import { startService } from '@sluice/data-access/testing/service';
import { sealedMigrationLine, sealHash, type LedgerEvent, type Seal } from '@sluice/ledger';
import { createMemoryMigrations } from '@sluice/ledger/testing';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ending } from '../testing/captured.ts';
import { auditedRun, runId, type AuditedRun } from '../testing/audited-run.ts';
import { answerAudit } from '../testing/fake-audit.ts';
import { fakeSystem, json, type FakeAnswer } from '../testing/fake-system.ts';
import { aSummary } from '../testing/run-builder.ts';

describe('sluice audit', () => {
  const system = fakeSystem();
  let history: AuditedRun;
  let runs: Record<string, unknown>[];
  beforeEach(async () => {
    history = await auditedRun();
    runs = [aSummary({ runId, key: '=cmd.csv' })];
    system.answer = ({ path }) => answerFor(path);
  });

  const answerFor = (path: string) => answerAudit(path, history, runs);

  const verify = (ending: Ending, options = '') => system.ends(`audit verify ${options}`.trim(), ending);
  const found = (stdout: Ending['stdout'], options = '') => verify({ status: 1, stdout }, options);
  /** Answers other requests as before. */
  const instead = (part: RegExp, answer: (path: string) => FakeAnswer) => {
    system.answer = ({ path }) => (part.test(path) ? answer(path) : answerFor(path));
  };
  const changed = (index: number, change: (line: LedgerEvent) => LedgerEvent) =>
    (history.events = history.events.map((line, at) => (at === index ? change(line) : line)));
  const altered = (change: object) => [
    { subject: 'run', fields: { ...history.items[0]?.fields, ...change } },
  ];
  const unaltered = 'Nothing was altered: 1 run, 4 events, 1 seal; everything up to 2026-03-01 is sealed.\n';

  it('verify counts what was verified with the seal of each day, and what is not sealed yet', async () => {
    const days = async () => JSON.parse((await system.ends('audit verify --format json', {})).stdout).days;
    const sealed = { day: '2026-03-01', runs: 1, migrations: 0, uploads: 0, events: 4, places: 0 };
    expect(await days()).toEqual([sealed]);
    instead(/\/seals\?/u, () => json({ seals: [] }));
    expect(await days()).toEqual([{ ...sealed, day: null }]);
  });

  it('verify names run, subject and number of an event that was changed, and ends with 1 (invariant 21)', async () => {
    changed(3, (line) => ({ ...line, data: { by: 'somebody else' } }));
    await found('run run-1, run, event 4: expected the event whose hash is');
    const { stdout: asJson } = await found([], '--format json');
    expect(JSON.parse(asJson)).toMatchObject({
      ok: false,
      findings: [{ runId, subject: 'run', event: 4 }],
      days: [{ day: '2026-03-01', runs: 1, events: 4, places: 1 }],
    });
  });

  it('verify names the field of an item that was altered while its history was not (invariants 10, 21)', async () => {
    history = { ...history, items: altered({ status: 'succeeded' }) };
    await found('run run-1, run, field status: expected "reading"; found "succeeded"');
  });

  it('verify does not report active runs as altered: it counts them, and ends with 0', async () => {
    let version = 4;
    instead(/\/items/u, () => json({ items: altered({ version: (version += 1) }) }));
    expect((await verify({})).stdout).toBe(
      `${unaltered}1 run could be verified only in part, because it is still running. Verify again later.\n`,
    );
    version = 4;
    expect(JSON.parse((await verify({}, '--format json')).stdout)).toMatchObject({ ok: true, underWay: 1 });
  });

  it('verify finds an item whose events are gone, and something that is no event', async () => {
    instead(/\/events/u, () => json({ events: [], unreadable: ['x#run#0000001'] }));
    await found([
      'run run-1, run, event 1: expected events up to 4; found none after 0',
      'run run-1: expected an event; found something else at x#run#0000001',
    ]);
  });

  it('verify misses a seal that the ledger knows to have been made, and one that is overdue (invariant 21)', async () => {
    const noted = [{ day: '2026-03-02', hash: 'made' }];
    instead(/\/seals\?/u, () => json({ seals: [{ ...history.seal }], noted }));
    await found(
      'seal of 2026-03-02: expected the seal that was made, made, as the history notes; found none',
    );
    runs = [aSummary({ runId, startedAt: '2026-02-20T08:00:00.000Z' })];
    instead(/\/seals\?/u, () => json({ seals: [] }));
    await found(
      'seal of 2026-02-27: expected a seal of this day, which ended more than a day ago; found no seal at all',
    );
    await verify({}, '--from 2026-02-28');
    await verify({}, '--to 2026-02-26');
    runs = [aSummary({ runId, startedAt: '2026-03-01T07:00:00.000Z' })];
    await verify({});
  });

  it('verify checks the seal before the range, which the first seal of the range names', async () => {
    const before: Seal = { ...history.seal, day: '2026-02-28' };
    const seal: Seal = { ...history.seal, previous: { day: before.day, hash: sealHash(before) } };
    let kept = before;
    instead(/\/seals\?/u, (path) => json({ seals: path.includes(`to=${before.day}`) ? [kept] : [seal] }));
    await verify({}, '--from 2026-03-01');
    kept = { ...before, runs: 2 };
    await found('seal of 2026-02-28: expected the seal', '--from 2026-03-01');
  });

  it('verify finds a run that is gone since it was sealed, and a list that was changed', async () => {
    runs = [];
    instead(/\/(?:events|items)/u, () => json({}, 404));
    await found('run run-1, seal of 2026-03-01: expected this run, which was sealed');
    history = { ...history, list: history.list.replace('run-1', 'run-2') };
    await found('seal of 2026-03-01: expected a list of 1 heads');
  });

  it('verify finds a run that is gone before its day is sealed, and an hourly list that was changed or removed', async () => {
    const { list } = history;
    const hash = createHash('sha256').update(list).digest('hex');
    const open = { day: '2026-03-01', list: '2026-03-01T08', isStored: true, hash };
    const withLists = (one: object, text = list) => {
      runs = [];
      system.answer = ({ path }) => {
        if (path.startsWith('/history/seals?')) return json({ seals: [], lists: [{ ...open, ...one }] });
        if (path.startsWith('/history/seals/')) return path.includes(open.list) ? json({ text }) : undefined;
        return /\/(?:events|items)/u.test(path) ? json({}, 404) : answerFor(path);
      };
    };
    withLists({});
    await found('run run-1, seal of 2026-03-01T08: expected this run, which was sealed; found no such run');
    const made = `seal of 2026-03-01T08: expected the list of runs that was made, ${hash}, as the history notes; found`;
    withLists({}, 'another');
    await found(made);
    withLists({ isStored: false });
    await found(`${made} none`);
    // Its note may not be written yet.
    withLists({ hash: null }, '');
    expect((await verify({})).stdout).toContain('0 seals, 1 hourly list; nothing is sealed yet.');
  });

  it('export does not skip a run that cannot be read: it ends with 1 and names it (invariant 21)', async () => {
    instead(/\/runs\?/u, () => json({ runs: [], unreadable: ['run-9'] }));
    const stderr = 'item of run run-9 cannot be read';
    await system.ends('audit export --as jsonl', { status: 1, stderr });
  });

  it('export writes a row for each event, and no cell can start a formula', async () => {
    const rows = (await system.ends('audit export', {})).stdout.split('\r\n');
    expect(rows).toHaveLength(6);
    for (const cell of [`,"'=cmd.csv",`, `,"'@ana",`, `,"{""by"":""@ana""}",`])
      expect(rows[4]).toContain(cell);
  });

  it('export writes one line per run, or one array, with the hashes of its events', async () => {
    const [line = ''] = (await system.sluice('audit export --as jsonl')).stdout.split('\n');
    expect(JSON.parse(line)).toMatchObject({ kind: 'run', events: history.events });
    const array = await system.sluice('audit export --format json');
    expect(JSON.parse(array.stdout)).toEqual([JSON.parse(line)]);
    runs = [];
    instead(/\/seals\?/u, () => json({ seals: [] }));
    expect((await system.sluice('audit export --format json')).stdout).toBe('[]\n');
  });

  it('export has what verify counted: runs, migrations, and events of the control panel', async () => {
    const at = '2026-03-01T07:00:00.000Z';
    const migrations = createMemoryMigrations({ now: () => new Date(at) });
    const start = { migrationId: 'm1', name: 'nightly', scheduledAt: at, startedBy: 'dan' };
    await migrations.begin({ ...start, dryRun: false, emails: [], execution: 'e1' });
    const listed = (await migrations.migration('m1'))!;
    const text = sealedMigrationLine(listed);
    const hash = createHash('sha256').update(text).digest('hex');
    const list = { day: '2026-03-01', list: '2026-03-01T07', isStored: true, hash };
    const service = startService();
    await service.newSite();
    const { body: acts } = await service.control('listAuditEvents', { limit: 100 });
    const [events, item] = [await migrations.events('m1'), await migrations.stored('m1')];
    system.answer = ({ path }) => {
      if (path === '/control/listAuditEvents') return json(acts);
      if (path.startsWith('/history/migrations/m1')) return json({ ...listed, steps: [] });
      if (path.startsWith('/history/seals?'))
        return json({ seals: [{ ...history.seal, hash: sealHash(history.seal) }], lists: [list] });
      if (path.includes('list=')) return json({ text });
      if (path.startsWith('/history/runs/m1/events')) return json({ events });
      if (path.startsWith('/history/runs/m1/items')) return json({ items: [item] });
      return answerFor(path);
    };
    await verify({ stdout: '1 run, 1 migration, 5 events, 1 seal, 1 hourly list' });
    const { stdout, stderr } = await system.ends('audit export --as jsonl', {});
    expect(stderr).toContain('Exported 1 run, 1 migration, 5 events; 4 events of the control panel.');
    const kinds = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(kinds).toEqual(['run', 'migration', ...Array(4).fill('controlPanel')]);
    const rows = (await system.ends('audit export', {})).stdout.split('\r\n');
    expect(rows).toHaveLength(1 + 5 + 4 + 1);
    expect(rows[5]).toMatch(/^"?migration"?,.*m1.*nightly/u);
    expect(rows[7]).toMatch(/^"?control panel"?,.*createSite/u);
  });

  it('export reports that it has no control panel, and exports the rest', async () => {
    await system.ends('audit export', { stdout: 'run-1', stderr: 'Without the log of the control panel:' });
  });
});
