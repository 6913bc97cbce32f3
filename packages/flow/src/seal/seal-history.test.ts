import {
  LedgerError,
  sealedRunSchema,
  sealHash,
  sealKeys,
  verifyList,
  verifySeals,
  type Seal,
} from '@sluice/ledger';
import { createMemoryLedger, createMemoryMigrations } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { readSeal, type Seals } from './seals.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { sealHistory } from './seal-history.ts';

const log = captureLog();
const hour = 3_600_000;
const listKey = /^heads\/([^/]+)\/(.+)\.jsonl$/u;

function setUp() {
  let time = Date.parse('2026-03-01T23:00:00.000Z');
  const now = () => new Date(time);
  const ledger = createMemoryLedger({ now });
  const migrations = createMemoryMigrations({ now });
  const [files, kept] = [createMemoryFiles(), createMemoryFiles()];
  const days = async () =>
    [...kept.objects.keys()].flatMap((key) => /^seals\/(.*)\.json$/u.exec(key)?.[1] ?? []).toSorted();
  const lists = async (day: string) =>
    [...kept.objects.keys()].flatMap((key) => {
      const [, of, list] = listKey.exec(key) ?? [];
      return of === day && list !== undefined ? [list] : [];
    });
  const seals: Seals = { files: kept, days, lists };
  const pass = (hours: number) => (time += hours * hour);
  const seal = () => sealHistory({ ledger, migrations, seals, now });
  const drop = (runId: string) => plannedRun({ ledger, files, now, runId });
  const idsOf = async (day: string) =>
    [...((await kept.get(sealKeys.heads(day))) ?? '').matchAll(/"runId":"(.*?)"/gu)].map(([, id]) => id);
  const all = async () => {
    const found: Seal[] = [];
    for (const day of await days()) {
      const { hash: _hash, ...one } = await readSeal(seals, day);
      expect(verifyList(one, (await kept.get(sealKeys.heads(day))) ?? '')).toEqual([]);
      found.push(one);
    }
    return found;
  };
  return { ledger, migrations, kept, seals, pass, seal, drop, idsOf, all, now };
}

describe('the seal of a day (invariant 21)', () => {
  it('covers the runs that were written to on that day', async () => {
    const { ledger, pass, seal, drop, idsOf, all, now } = setUp();
    await drop('run2');
    await drop('run1');
    pass(2);
    expect(await seal()).toEqual({ until: '2026-03-01', days: 1, runs: 2 });
    expect(await idsOf('2026-03-01')).toEqual(['run1', 'run2']);
    await drop('run3');
    await ledger.moveRun('run2', { type: 'rejected', at: now().toISOString(), reason: 'wrong' });
    pass(24);
    expect(await seal()).toEqual({ until: '2026-03-02', days: 1, runs: 2 });
    expect(await idsOf('2026-03-02')).toEqual(['run2', 'run3']);
    expect(verifySeals(await all())).toEqual([]);
  });

  it('covers migrations, and each again when it goes on', async () => {
    const { migrations, pass, seal, idsOf, kept, now } = setUp();
    const facts = { startedBy: 'schedule', dryRun: false, emails: [], execution: 'e1' };
    const begin = (migrationId: string) =>
      migrations.begin({ migrationId, name: 'nightly', scheduledAt: now().toISOString(), ...facts });
    await begin('m1');
    pass(2);
    await begin('m2');
    await seal();
    expect(await idsOf('2026-03-01')).toEqual(['m1']);
    const cancelled = { type: 'cancelRequested', at: now().toISOString(), by: 'ana' } as const;
    await migrations.move('m1', cancelled);
    pass(24);
    await seal();
    expect(await idsOf('2026-03-02')).toEqual(['m1', 'm2']);
    const head = (await migrations.events('m1')).at(-1)?.hash;
    expect(await kept.get(sealKeys.heads('2026-03-02'))).toContain(
      `"heads":[{"hash":"${head}","subject":"migration","version":2}]`,
    );
  });

  it('covers who uploaded profiles and what migrations are made of', async () => {
    const { migrations, pass, seal, idsOf, kept } = setUp();
    const place = { bucket: 'drops', key: 'profiles/members.json', versionId: 'v1' };
    await migrations.recordUpload({ ...place, uploadId: 'u1', bytes: 1, droppedBy: 'AWS:AIDAANA' });
    pass(2);
    await seal();
    expect(await idsOf('2026-03-01')).toEqual(['u1']);
    const head = (await migrations.events('u1'))[0]?.hash;
    expect(await kept.get(sealKeys.heads('2026-03-01'))).toContain(
      `"heads":[{"hash":"${head}","subject":"upload","version":1}]`,
    );
  });

  it('is made once for each day, even for missed ones, however often it is started', async () => {
    const { pass, seal, drop, idsOf, all, kept } = setUp();
    await drop('run1');
    pass(2);
    await seal();
    const before = new Map(kept.objects);
    expect(await seal()).toEqual({ until: '2026-03-01', days: 0, runs: 0 });
    expect(kept.objects).toEqual(before);
    await drop('run2');
    pass(72);
    await drop('run3');
    await Promise.all([seal(), seal()]);
    expect([await idsOf('2026-03-02'), await idsOf('2026-03-03')]).toEqual([['run2'], []]);
    expect((await all()).map(({ day }) => day)).toEqual([
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
    ]);
    expect(verifySeals(await all())).toEqual([]);
  });

  it('covers, day after day, a history that was never sealed and has no marks of its days', async () => {
    const { ledger, drop, pass, seals, migrations, now, idsOf, all } = setUp();
    for (const runId of ['run1', 'run2', 'run3', 'run4']) {
      await drop(runId);
      pass(24);
    }
    const unnoted = { ...ledger, changedOn: async function* () {} };
    // More than three minutes from one look at the clock to the next: each start has time for one day.
    const slowly = () => {
      pass(0.055);
      return now();
    };
    const seal = () => sealHistory({ ledger: unnoted, migrations, seals, now: slowly });
    expect(await seal()).toMatchObject({ until: '2026-03-01', days: 1, runs: 1 });
    expect(await seal()).toMatchObject({ until: '2026-03-02', days: 1, runs: 1 });
    expect(await idsOf('2026-03-02')).toEqual(['run2']);
    await seal();
    await seal();
    expect(await seal()).toMatchObject({ until: '2026-03-04', days: 0 });
    expect(await all()).toMatchObject([{ runs: 1 }, { runs: 1 }, { runs: 1 }, { runs: 1 }]);
    expect(verifySeals(await all())).toEqual([]);
  });

  it('seals the list that a start which died had put', async () => {
    const { ledger, migrations, pass, seal, seals, drop, all, now } = setUp();
    await drop('run1');
    pass(2);
    const died = {
      ...seals,
      files: {
        ...seals.files,
        putOnce: async (key: string, text: string) => {
          if (key.startsWith('seals/')) throw new Error('died');
          return seals.files.putOnce(key, text);
        },
      },
    };
    await expect(sealHistory({ ledger, migrations, seals: died, now })).rejects.toThrow('died');
    await ledger.moveRun('run1', { type: 'rejected', at: now().toISOString(), reason: 'wrong' });
    await seal();
    expect(await all()).toMatchObject([{ day: '2026-03-01', runs: 1 }]);
  });

  it('is made although somebody put one ahead, which is reported', async () => {
    const { drop, pass, seal, idsOf, kept, all } = setUp();
    await drop('run1');
    pass(2);
    await seal();
    const [first] = await all();
    const ahead = {
      ...first,
      day: '2099-01-01',
      previous: { day: first?.day, hash: first && sealHash(first) },
    };
    await kept.put(sealKeys.seal('2099-01-01'), JSON.stringify(ahead));
    await kept.put(sealKeys.heads('2099-01-01'), (await kept.get(sealKeys.heads('2026-03-01'))) ?? '');
    await drop('run2');
    pass(24);
    await expect(seal()).rejects.toThrow('The seal of 2099-01-01 is not the one that was made first');
    expect(await idsOf('2026-03-02')).toEqual(['run2']);
  });

  it.each(['', 'no list\n'])('reports a list that somebody put ahead, which lacks runs: %j', async (list) => {
    const { drop, pass, seal, kept } = setUp();
    await kept.put(sealKeys.heads('2026-03-01'), list);
    await drop('run1');
    pass(2);
    await expect(seal()).rejects.toThrow('The seal of 2026-03-01 is not the one that was made first');
  });

  it('leaves out an unreadable run and reports it, instead of failing (invariants 12, 21)', async () => {
    const { ledger, migrations, pass, seals, drop, idsOf, now } = setUp();
    await drop('run1');
    await drop('run2');
    pass(2);
    const wholeRun = async (runId: string) => {
      if (runId === 'run1') throw new LedgerError('item_unreadable', 'altered');
      return ledger.wholeRun(runId);
    };
    await sealHistory({ ledger: { ...ledger, wholeRun }, migrations, seals, now });
    expect(await idsOf('2026-03-01')).toEqual(['run2']);
    expect(log.lines.join('')).toMatch(/"runId":"run1".*ledger_item_unreadable/u);
  });

  it('is in the ledger, so that another one in its place is noticed and the days go on (invariant 21)', async () => {
    const { ledger, kept, pass, seal, drop, all } = setUp();
    await drop('run1');
    pass(2);
    await seal();
    const [first] = await all();
    expect(await ledger.sealNotes()).toEqual([{ day: '2026-03-01', hash: first && sealHash(first) }]);
    pass(1);
    for (const key of [...kept.objects.keys()]) kept.objects.delete(key);
    const problem = 'The seal of 2026-03-01 is not the one that was made first';
    await expect(seal()).rejects.toThrow(problem);
    const notes = await ledger.sealNotes();
    expect(verifySeals(await all(), { notes })).toMatchObject([{ seal: '2026-03-01' }]);
    pass(24);
    // The start that seals the next day reports it too.
    await expect(seal()).rejects.toThrow(problem);
    expect(await all()).toMatchObject([{ day: '2026-03-01' }, { day: '2026-03-02' }]);
    pass(24);
    expect(await seal()).toMatchObject({ until: '2026-03-03', days: 1 });
  });
});

describe('the lists of a day that is not over (invariant 21)', () => {
  const listed = ({ kept }: ReturnType<typeof setUp>) =>
    [...kept.objects].flatMap(([key, text]) =>
      !listKey.test(key) ? [] : [[key, [...String(text).matchAll(/"runId":"(.*?)"/gu)].map(([, id]) => id)]],
    );

  it('have each run within the hour, and an hour without new ones writes nothing', async () => {
    const all = setUp();
    const { ledger, migrations, kept, pass, seal, drop, now } = all;
    await drop('run1');
    await seal();
    await drop('run2');
    const before = new Map(kept.objects);
    await seal();
    expect(kept.objects).toEqual(before);
    pass(1);
    const start = { startedBy: 'schedule', dryRun: false, emails: [], execution: 'e1' };
    await migrations.begin({
      migrationId: 'm1',
      name: 'nightly',
      scheduledAt: now().toISOString(),
      ...start,
    });
    await seal();
    expect(listed(all)).toEqual([
      ['heads/2026-03-01/2026-03-01T23.jsonl', ['run1']],
      ['heads/2026-03-01/2026-03-02T00.jsonl', ['run2']],
      ['heads/2026-03-02/2026-03-02T00.jsonl', ['m1']],
    ]);
    const notes = await ledger.sealNotes('2026-03-01');
    expect(notes.map(({ list }) => list)).toEqual(['2026-03-01T23', '2026-03-02T00']);
    pass(1);
    const stored = kept.objects.size;
    await seal();
    // The seal of the day, and its list.
    expect(kept.objects.size).toBe(stored + 2);
  });

  it('prove a run that is removed, or rewritten as a whole, before its day is sealed', async () => {
    const { ledger, migrations, seals, kept, pass, seal, drop, all, now } = setUp();
    for (const runId of ['run1', 'run2', 'run3']) await drop(runId);
    await seal();
    const first = await ledger.wholeRun('run2');
    pass(2);
    await ledger.moveRun('run3', { type: 'rejected', at: now().toISOString(), reason: 'wrong' });
    const forged = {
      ...ledger,
      wholeRun: async (runId: string) => {
        const whole = await ledger.wholeRun(runId);
        if (runId === 'run1') return undefined;
        return runId === 'run2' && whole ? { ...whole, run: { ...whole.run, head: 'rewritten' } } : whole;
      },
    };
    await sealHistory({ ledger: forged, migrations, seals, now });
    const list = String(kept.objects.get(sealKeys.heads('2026-03-01')));
    expect(await all()).toMatchObject([{ runs: 0 }, { runs: 3 }]);
    const heads = new Map(
      list.split('\n').flatMap((line): [string, unknown][] => {
        if (line === '') return [];
        const one = sealedRunSchema.parse(JSON.parse(line));
        return [[one.runId, one.heads.filter(({ subject }) => subject === 'run').map(({ hash }) => hash)]];
      }),
    );
    expect(heads.get('run1')).toHaveLength(1);
    expect(heads.get('run2')).toEqual([first?.run.head, 'rewritten']);
    expect(heads.get('run3')).toHaveLength(2);
  });

  it('are noted in the ledger, so that one that is replaced or removed is reported', async () => {
    const { ledger, migrations, seals, kept, pass, seal, drop, now } = setUp();
    const key = sealKeys.list('2026-03-01', '2026-03-01T23');
    await seal();
    await drop('run1');
    const noteSeal: typeof ledger.noteSeal = async (note) => {
      if (note.list === undefined) return ledger.noteSeal(note);
      throw new Error('died');
    };
    await expect(sealHistory({ ledger: { ...ledger, noteSeal }, migrations, seals, now })).rejects.toThrow(
      'died',
    );
    expect(kept.objects.has(key)).toBe(true);
    await seal();
    expect(await ledger.sealNotes('2026-03-01')).toHaveLength(1);
    const problem = '2026-03-01T23 is not the one that was made first';
    const text = String(kept.objects.get(key));
    await kept.put(key, text.replaceAll('run1', 'run2'));
    pass(1);
    await expect(seal()).rejects.toThrow(problem);
    kept.objects.delete(key);
    await expect(seal()).rejects.toThrow(problem);
  });
});

describe('the sums of a day', () => {
  const days = (ledger: ReturnType<typeof setUp>['ledger']) => ledger.daySums('2026-01-01', '2026-12-31');

  it('are kept with its seal, and counted again when a run of it changes later', async () => {
    const { ledger, pass, seal, drop, now } = setUp();
    await drop('run1');
    await drop('run2');
    await ledger.moveRun('run1', { type: 'rejected', at: now().toISOString(), reason: 'wrong' });
    pass(2);
    await seal();
    expect(await days(ledger)).toMatchObject([{ day: '2026-03-01', runs: 1, read: 2, landed: 0 }]);
    await ledger.moveRun('run2', { type: 'rejected', at: now().toISOString(), reason: 'wrong' });
    pass(24);
    await seal();
    expect(await days(ledger)).toMatchObject([
      { day: '2026-03-01', runs: 2, read: 4 },
      { day: '2026-03-02', runs: 0 },
    ]);
  });

  it('are not asked for while the first run is of today', async () => {
    const { ledger, seal, drop } = setUp();
    await drop('run1');
    const asked: string[][] = [];
    Object.assign(ledger, { daySums: async (...range: string[]) => (asked.push(range), []) });
    await seal();
    expect(asked).toEqual([]);
  });

  it('are counted again where they were lost, and keep no day from being sealed', async () => {
    const { ledger, pass, seal, drop, all } = setUp();
    await drop('run1');
    pass(2);
    const { keepDaySums } = ledger;
    Object.assign(ledger, { keepDaySums: () => Promise.reject(new Error('no table')) });
    await seal();
    expect([await days(ledger), (await all()).length]).toEqual([[], 1]);
    expect(log.lines.join('\n')).toContain('day_not_summed');
    Object.assign(ledger, { keepDaySums });
    pass(1);
    await seal();
    expect(await days(ledger)).toMatchObject([{ day: '2026-03-01' }]);
  });
});
