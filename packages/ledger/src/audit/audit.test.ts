import { createHash } from 'node:crypto';
import { sealedLine, type Ledger, type Seal } from '../index.ts';
import { createMemoryLedger, createMemoryMigrations } from '../testing/memory/index.ts';
import { readDefinition } from '../migrations/index.ts';
import { describe, expect, it } from 'vitest';
import { createAudit } from './audit.ts';
import type { AuditedHistory } from './audited-history.ts';

const at = '2026-03-01T08:00:00.000Z';
const services = { sleep: async () => {} };
const facts = { bucket: 'b', key: 'k', versionId: 'v1', fileName: 'x', bytes: 1, droppedBy: 'ana' };

async function sealed(runs: number): Promise<{ ledger: Ledger; list: string }> {
  const ledger = createMemoryLedger({ now: () => new Date(at) });
  const lines: string[] = [];
  for (let number = 0; number < runs; number += 1) {
    const { run } = await ledger.beginRun({ ...facts, runId: `run-${number}`, target: 't', emails: [] });
    lines.push(sealedLine(run, []));
  }
  return { ledger, list: lines.join('') };
}

function aSeal(number: number, list: string): Seal {
  const root = createHash('sha256').update(list).digest('hex');
  const day = `2026-03-${String(number).padStart(2, '0')}`;
  return { v: 1, day, at, runs: list.split('\n').length - 1, root, previous: null };
}

it('reads a run once, however many seals contain it, and again before it reports a finding (invariant 21)', async () => {
  const { ledger, list } = await sealed(20);
  const read: string[] = [];
  let sealedList = list;
  const history = {
    sealedList: async () => sealedList,
    items: async (runId: string) => (await ledger.itemPage(runId, { limit: 9 })).items,
    chain: async (runId: string) => {
      read.push(runId);
      return { events: await ledger.events(runId) };
    },
  };
  const audit = createAudit(history, services);
  for (let day = 1; day < 30; day += 1) await audit.seal(aSeal(day, list));
  await audit.run('run-7');
  expect(read).toHaveLength(20);
  const counted = { runs: 20, migrations: 0, uploads: 0, events: 20, underWay: 0 };
  expect(audit.result()).toEqual({ ...counted, findings: [] });
  const [line = ''] = list.split('\n').filter((one) => one.includes('"run-7"'));
  sealedList = list.replace(line, line.replaceAll(/[0-9a-f]{64}/gu, 'f'.repeat(64)));
  await audit.seal(aSeal(30, sealedList));
  expect(audit.result().findings).toMatchObject([{ runId: 'run-7', seal: '2026-03-30' }]);
  expect(read.slice(20)).toEqual(['run-7', 'run-7']);
});

describe('what somebody put into the ledger with an earlier date (invariant 21)', () => {
  /** Two sealed days. The runs of the first began then; the others have events of it as well. */
  async function verified(add: (ledger: Ledger, goTo: (time: string) => void) => Promise<void>) {
    let time = at;
    const ledger = createMemoryLedger({ now: () => new Date(time) });
    const begin = (runId: string) => ledger.beginRun({ ...facts, runId, target: 't', emails: [] });
    const { run } = await begin('sealed');
    const list = sealedLine(run, []);
    await add(ledger, (next) => (time = next));
    const history = {
      sealedList: async (day: string) => (day === '2026-03-01' ? list : ''),
      items: async (runId: string) => (await ledger.itemPage(runId, { limit: 9 })).items,
      chain: async (runId: string) => ({ events: await ledger.events(runId) }),
    };
    const audit = createAudit(history, services);
    await audit.seal(aSeal(1, list));
    await audit.seal(aSeal(2, ''));
    for (const runId of ['sealed', 'added']) if (await ledger.run(runId)) await audit.run(runId);
    return audit.result().findings;
  }
  const batch = { number: 1, objectKey: 'o', sha256: 's', rows: 1, firstRow: 1, lastRow: 1 };
  const begun = { ...facts, runId: 'added', target: 't', emails: [] };

  it('is found: a whole run, on any sealed day', async () => {
    for (const day of ['2026-03-01', '2026-03-02'])
      expect(
        await verified(async (ledger, goTo) => {
          goTo(`${day}T23:59:59.999Z`);
          await ledger.beginRun(begun);
        }),
      ).toMatchObject([{ runId: 'added', subject: 'run', event: 1, seal: day, found: 'none' }]);
  });

  it('is found: events of a sealed run, and a whole submission', async () => {
    const findings = await verified(async (ledger) => {
      await ledger.moveRun('sealed', { type: 'trackerStarted', at, trackers: 1 });
      await ledger.planBatch({ runId: 'sealed', ...batch });
    });
    expect(findings).toMatchObject([
      { runId: 'sealed', subject: 'run', event: 2, seal: '2026-03-01' },
      { runId: 'sealed', subject: '1/dry', event: 1, seal: '2026-03-01' },
    ]);
  });

  it('is not what happened since the last seal', async () => {
    const findings = await verified(async (ledger, goTo) => {
      goTo('2026-03-03T00:00:00.000Z');
      await ledger.beginRun(begun);
      await ledger.planBatch({ runId: 'sealed', ...batch });
    });
    expect(findings).toEqual([]);
  });
});

describe('a run that is written to while it is read', () => {
  /** Plans a batch between reading its items and its history, in the first `work` readings. */
  async function atWork({ work }: { work: number }) {
    let time = Date.parse(at);
    const ledger = createMemoryLedger({ now: () => new Date((time += 1)) });
    await ledger.beginRun({ ...facts, runId: 'r', target: 't', emails: [] });
    let [readings, pauses] = [0, 0];
    const plan = async () => {
      readings += 1;
      const [number, runId] = [readings, 'r'];
      const rows = { rows: 1, firstRow: number, lastRow: number };
      if (number <= work) await ledger.planBatch({ runId, number, objectKey: 'o', sha256: 's', ...rows });
    };
    const history: Pick<AuditedHistory, 'chain' | 'items' | 'sealedList'> = {
      sealedList: async () => '',
      items: async (id) => (await ledger.itemPage(id, { limit: 99 })).items,
      chain: async (id) => {
        await plan();
        return { events: await ledger.events(id) };
      },
    };
    const verify = async (altered: Partial<typeof history> = {}) => {
      const audit = createAudit({ ...history, ...altered }, { sleep: async () => void (pauses += 1) });
      await audit.run('r');
      return { ...audit.result(), readings, pauses };
    };
    return { history, verify };
  }

  it('is read again after a pause, and has no finding once nothing is written', async () => {
    const { verify } = await atWork({ work: 2 });
    expect(await verify()).toMatchObject({ findings: [], underWay: 0, events: 3, readings: 3, pauses: 2 });
  });

  it('is counted as under way, without a finding, when every reading differs', async () => {
    const { verify } = await atWork({ work: 99 });
    expect(await verify()).toMatchObject({ runs: 1, findings: [], underWay: 1, readings: 4, pauses: 3 });
  });

  it('is reported as altered when every reading finds the same difference in its history or in an item (invariants 10, 21)', async () => {
    const { verify, history } = await atWork({ work: 99 });
    const chain = async (id: string) => {
      const { events = [] } = (await history.chain(id)) ?? {};
      return { events: events.map((line) => (line.subject === '1/dry' ? { ...line, data: {} } : line)) };
    };
    const ofEvent = { runId: 'r', subject: '1/dry', event: 1 };
    expect(await verify({ chain })).toMatchObject({ findings: [ofEvent], underWay: 1 });
    const items = async (id: string) =>
      (await history.items(id))?.map(({ subject, fields }) => ({
        subject,
        fields: { ...fields, ...(subject === 'run' && { status: 'succeeded' }) },
      }));
    const ofItem = { runId: 'r', subject: 'run', field: 'status', found: '"succeeded"' };
    expect(await verify({ items })).toMatchObject({ findings: [ofItem], underWay: 1 });
  });
});

it('verifies the migration that started a run, and reports its runs that are missing (invariant 21)', async () => {
  const now = () => new Date(at);
  const [ledger, migrations] = [createMemoryLedger({ now }), createMemoryMigrations({ now })];
  const start = { migrationId: 'm1', name: 'nightly', scheduledAt: at };
  const migration = { ...start, step: 1 };
  const more = { target: 't', emails: [], migration };
  for (const runId of ['a', 'b']) await ledger.beginRun({ ...facts, ...more, runId });
  const steps = [{ file: 'migrations/a.csv', schema: 'client', lookup: 'email' }];
  const read = readDefinition('nightly', JSON.stringify({ steps }), now());
  if (read.kind === 'refused') throw new Error('refused');
  const about = { startedBy: 'ana', dryRun: false, emails: [], execution: 'e' };
  await migrations.begin({ ...start, ...about, definition: read.definition });
  await migrations.move('m1', { type: 'started', at });
  await migrations.move('m1', { type: 'stepBegun', at, step: 0, runIds: ['a', 'b', 'taken away'] });
  const verify = async () => {
    const history: Pick<AuditedHistory, 'chain' | 'items' | 'sealedList'> = {
      sealedList: async () => '',
      items: async (id) => {
        const stored = await migrations.stored(id);
        const { items } = await ledger.itemPage(id, { limit: 9 });
        return stored ? [stored] : items.length > 0 ? items : undefined;
      },
      chain: async (id) => {
        const events = id === 'm1' ? await migrations.events(id) : await ledger.events(id);
        return events.length > 0 ? { events } : undefined;
      },
    };
    const audit = createAudit(history, services);
    await audit.run('a');
    return audit.result();
  };
  expect(await verify()).toMatchObject({ runs: 1, migrations: 1, findings: [] });
  await migrations.move('m1', { type: 'stepEnded', at, step: 0, status: 'succeeded' });
  expect(await verify()).toMatchObject({
    migrations: 1,
    findings: [{ runId: 'taken away', expected: 'a history, since that of m1 names it', found: 'none' }],
  });
});
