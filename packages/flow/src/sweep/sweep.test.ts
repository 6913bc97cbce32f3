import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { runIdOf } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import type { ArrivalMessage } from '../read/arrivals.ts';
import type { InboxVersion } from './announce-drops.ts';
import { sweep } from './sweep.ts';

const log = captureLog();
const minute = 60_000;

function setUp() {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(time);
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  const machine = createMemoryMachine();
  const arrivals = createMemoryQueue<ArrivalMessage>();
  const landed: InboxVersion[] = [];
  const inbox = { page: async () => ({ versions: landed }) };
  const services = { ledger, machine, arrivals, inbox, now };
  const land = (versionId: string) => {
    const key = 'inbox/client/email/new clients.csv';
    const version = { bucket: 'drops', key, versionId, bytes: 9, droppedBy: 'me' };
    landed.push({ ...version, landedAt: now(), inParts: false });
    return version;
  };
  const begin = async (versionId: string): Promise<string> => {
    const drop = land(versionId);
    const runId = runIdOf(drop);
    await ledger.beginRun({ ...drop, runId, fileName: 'x', target: 'https://s.test', emails: [] });
    return runId;
  };
  const tracked = async (trackers = 1) => {
    await plannedRun({ ledger, files, now });
    if (trackers === 0) return;
    await machine.start({ name: `run1-${trackers}`, input: {} });
    await ledger.moveRun('run1', { type: 'trackerStarted', at: now().toISOString(), trackers });
  };
  const end = (name: string) => (machine.executions.get(name)!.running = false);
  const pass = (ms: number) => (time += ms);
  return { ledger, machine, arrivals, services, land, begin, tracked, end, pass };
}

describe('the sweep', () => {
  it('announces a drop without a run, as S3 would have, once it is a minute old (invariant 8)', async () => {
    const { arrivals, services, land, pass } = setUp();
    land('v1');
    expect(await sweep(services)).toMatchObject({ drops: 0 });
    pass(minute);
    expect(await sweep(services)).toMatchObject({ drops: 1 });
    expect(arrivals.messages).toMatchObject([
      { Records: [{ s3: { object: { key: 'inbox/client/email/new+clients.csv', versionId: 'v1' } } }] },
    ]);
  });

  it('leaves a drop alone that has a run, and one that landed long ago', async () => {
    const { services, land, begin, pass } = setUp();
    land('old');
    pass(3 * 24 * 60 * minute);
    await begin('v2');
    pass(minute);
    expect(await sweep(services)).toMatchObject({ drops: 0 });
  });

  it('starts the next tracker of a run once its last one is gone (invariant 12)', async () => {
    const { ledger, machine, services, tracked, end } = setUp();
    await tracked();
    expect(await sweep(services)).toMatchObject({ runs: 0 });
    end('run1-1');
    expect(await sweep(services)).toMatchObject({ runs: 1 });
    expect(machine.executions.get('run1-2')).toEqual({
      state: { runId: 'run1', tracker: 2, polls: 0 },
      running: true,
    });
    expect((await ledger.run('run1'))?.trackers).toBe(2);
    expect(await sweep(services)).toMatchObject({ runs: 0 });
  });

  it('starts the first tracker of a run if its reader died before that', async () => {
    const { machine, services, tracked, pass } = setUp();
    await tracked(0);
    expect(await sweep(services)).toMatchObject({ runs: 0 });
    pass(10 * minute);
    expect(await sweep(services)).toMatchObject({ runs: 1 });
    expect(machine.executions.has('run1-1')).toBe(true);
  });

  it.each([
    ['intended', 1],
    ['sent', 0],
  ] as const)(
    'starts a tracker for a run that ended unless its notice was sent: %s (invariant 13)',
    async (state, runs) => {
      const { ledger, services, tracked, end } = setUp();
      await tracked();
      const at = services.now().toISOString();
      await ledger.moveRun('run1', { type: 'rejected', at, reason: 'wrong rows' });
      await ledger.moveRun('run1', { type: 'noticeChanged', at, notice: { state, at } });
      end('run1-1');
      expect(await sweep(services)).toMatchObject({ runs });
    },
  );

  it('rejects a run that cannot be read after many tries, so that it ends (invariants 11, 12)', async () => {
    const { ledger, machine, services, begin, pass } = setUp();
    const runId = await begin('v1');
    pass(60 * minute);
    await sweep(services);
    expect((await ledger.run(runId))?.status).toBe('reading');
    pass(130 * minute);
    await sweep(services);
    expect((await ledger.run(runId))?.status).toBe('rejected');
    await sweep(services);
    expect(machine.executions.has(`${runId}-1`)).toBe(true);
  });

  it('resumes the other runs when one of them fails', async () => {
    const { ledger, services, tracked, end } = setUp();
    await tracked();
    end('run1-1');
    const files = createMemoryFiles();
    await plannedRun({ ledger, files, now: services.now, runId: 'run2' });
    await ledger.moveRun('run2', { type: 'trackerStarted', at: services.now().toISOString(), trackers: 1 });
    const start = async (execution: { name: string; input: object }) => {
      if (execution.name.startsWith('run1')) throw new Error('throttled');
      return services.machine.start(execution);
    };
    expect(await sweep({ ...services, machine: { ...services.machine, start } })).toMatchObject({ runs: 1 });
  });

  it('takes the first free number for a tracker, also when a ledger was restored and forgot many (invariant 12)', async () => {
    const { ledger, machine, services, tracked, end } = setUp();
    await tracked();
    for (let number = 2; number <= 40; number += 1)
      await machine.start({ name: `run1-${number}`, input: {} });
    for (const name of machine.executions.keys()) end(name);
    expect(await sweep(services)).toMatchObject({ runs: 1, left: 0 });
    expect((await ledger.run('run1'))?.trackers).toBe(41);
  });

  it('resumes a thousand open runs at once, and leaves to the next sweep what it has no time for (invariant 12)', async () => {
    const { ledger, services, machine, pass } = setUp();
    const files = createMemoryFiles();
    for (let n = 0; n < 1000; n += 1)
      await plannedRun({ ledger, files, now: services.now, runId: `run${n}` });
    pass(20 * minute);
    let started = 0;
    const slowly = {
      ...machine,
      start: async (execution: { name: string; input: object }) => {
        if ((started += 1) === 700) pass(5 * minute);
        return machine.start(execution);
      },
    };
    const first = await sweep({ ...services, machine: slowly });
    expect(first.runs + first.left).toBe(1000);
    expect(first.runs).toBeGreaterThanOrEqual(700);
    expect(first.left).toBeGreaterThan(250);
    expect(await sweep(services)).toEqual({ drops: 0, runs: first.left, left: 0 });
    expect(machine.executions.size).toBe(1000);
  });

  it('announces drops although the runs cannot be listed, and fails all the same so that it is seen', async () => {
    const { arrivals, ledger, services, land, pass } = setUp();
    land('v1');
    pass(minute);
    const openRuns = () => Promise.reject(new Error('throttled'));
    await expect(sweep({ ...services, ledger: { ...ledger, openRuns } })).rejects.toThrow('throttled');
    expect(arrivals.messages).toHaveLength(1);
  });

  it('reports a run that has worked for days, for an alarm (invariant 12)', async () => {
    const { services, tracked, pass } = setUp();
    await tracked();
    await sweep(services);
    expect(log.lines.some((line) => line.includes('run_past_horizon'))).toBe(false);
    pass(3 * 24 * 60 * minute);
    await sweep(services);
    expect(log.lines.some((line) => line.includes('run_past_horizon'))).toBe(true);
  });

  it('counts from when a run had its turn, not from its drop', async () => {
    const { ledger, services, tracked, pass } = setUp();
    await tracked();
    const run = (await ledger.run('run1'))!;
    pass(4 * 24 * 60 * minute);
    const at = services.now().toISOString();
    const undo = { at: run.startedAt, by: 'ana' };
    const turns = [
      { ...run, lane: 'a', laneSince: at },
      { ...run, status: 'undoing' as const, undo, lane: 'a' },
      { ...run, status: 'undoing' as const, undo, lane: 'a', laneSince: at },
    ];
    const before = log.lines.length;
    for (const one of turns) await sweep({ ...services, ledger: { ...ledger, openRuns: async () => [one] } });
    expect(log.lines.slice(before).filter((line) => line.includes('run_past_horizon'))).toEqual([]);
  });

  it('does not give up a reading that has just ended (invariants 7, 10)', async () => {
    const { ledger, services, tracked, pass } = setUp();
    await tracked(1);
    pass(4 * 60 * minute);
    const run = (await ledger.run('run1'))!;
    const openRuns = async () => [{ ...run, status: 'reading' as const }];
    await sweep({ ...services, ledger: { ...ledger, openRuns } });
    expect((await ledger.run('run1'))?.status).toBe('checking');
  });
});
