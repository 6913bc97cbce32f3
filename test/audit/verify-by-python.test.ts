import { randomOf } from '@sluice/demo/random';
import { sha256 } from '@sluice/aws-kit/hash-chain';
import { sealHash, type LedgerEvent, type Phase } from '@sluice/ledger';
import { exportedIn, verifyHistory } from '@sluice/ledger/audit';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashOfRows } from '../../packages/data-access/src/store/rows-text.ts';
import { eventHash } from '../../packages/ledger/src/history/chain.ts';
import { aHistory, auditedOf, type AHistory } from './a-history.ts';

const program = path.join(import.meta.dirname, '../../examples/verify-history/verify.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('There is no python3 here, so examples/verify-history is not tried.');

/** Gives the program the export, and a copy of the audit bucket. */
async function byPython(
  history: AHistory,
  more: string[] = [],
): Promise<{ readonly ok: boolean; readonly text: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-verify-'));
  try {
    const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
    for (const name of ['seals', 'heads']) mkdirSync(path.join(folder, name));
    for (const seal of history.seals) put(`seals/${seal.day}.json`, JSON.stringify(seal));
    for (const [day, list] of history.lists) put(`heads/${day}.jsonl`, list);
    const lines = [...more];
    for await (const item of exportedIn({}, auditedOf(history))) lines.push(JSON.stringify(item));
    for (const { text = '' } of history.acts) lines.push(text.replace('{', '{"kind":"controlPanel",'));
    put('history.jsonl', lines.join('\n'));
    for (const [key, text] of await history.service.objects()) {
      mkdirSync(path.join(folder, 'values', path.dirname(key)), { recursive: true });
      put(`values/${key}`, text);
    }
    const { status, stdout, stderr } = spawnSync(
      'python3',
      [program, path.join(folder, 'history.jsonl'), folder, path.join(folder, 'values')],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    return { ok: status === 0, text: stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function byCommand(history: AHistory): Promise<boolean> {
  const services = {
    now: () => new Date('2026-03-04T00:00:00Z'),
    sleep: async () => undefined,
    progress: () => undefined,
  };
  const ofCalls = await history.service.findings(history.acts);
  return ofCalls.length === 0 && (await verifyHistory(auditedOf(history), {}, services)).ok;
}

const runIds = ['run-imported', 'run-rejected', 'run-unsealed'];

/** Changes the events of a run. */
const events =
  (runId: string, change: (events: LedgerEvent[]) => LedgerEvent[]) =>
  ({ runs }: AHistory): void => {
    const run = runs.get(runId);
    if (run) run.events = change(run.events);
  };
const at =
  (index: number, change: Partial<LedgerEvent>) =>
  (all: LedgerEvent[]): LedgerEvent[] =>
    all.with(index, { ...all.at(index), ...change } as LedgerEvent);
const without = (index: number) => (all: LedgerEvent[]) => all.toSpliced(index, 1);
/** An event that was changed, and all hashes from there on with it. */
const rewritten = (index: number, change: Partial<LedgerEvent>) => (all: LedgerEvent[]) => {
  const [first] = all;
  let prev: string | undefined;
  return all.map((line, place) => {
    if (line.subject !== first?.subject) return line;
    const { prev: _, ...rest } = place === index ? { ...line, ...change } : line;
    const tied = prev === undefined ? rest : { ...rest, prev };
    prev = eventHash(tied);
    return { ...tied, hash: prev };
  });
};

/** Changes an object of an import where it is stored. */
const stored =
  (name: 'plan.json' | 'preview.json', change: (text: string) => string, phase: Phase = 'real') =>
  async ({ service }: AHistory): Promise<void> => {
    const key = await service.keyOf(phase, name);
    const text = (await service.objects()).get(key) ?? '';
    expect(change(text)).not.toBe(text);
    await service.put(key, change(text));
  };
/** Changes a call where it is stored: the second of four, without another. */
const call =
  (change: (text: string) => string, at = 1) =>
  async ({ service }: AHistory): Promise<void> => {
    const key = (await service.writes())[at] ?? '';
    const text = (await service.objects()).get(key) ?? '';
    expect(change(text)).not.toBe(text);
    await service.put(key, change(text));
  };
/** Changes the log of the service where it is stored: the events of calls are its last four. */
const log =
  (change: (acts: AHistory['acts'], last: number) => AHistory['acts']) =>
  (history: AHistory): void => {
    history.acts = change(history.acts, history.acts.length - 1);
  };
/** As an erase leaves it, which there was not. */
const erasedRow = (text: string) =>
  text.replace(
    /^(\{"salt":.*?)(,?)$/mu,
    (_, row: string, comma: string) => JSON.stringify({ hash: sha256(row), number: 1 }) + comma,
  );
const forged = (text: string) => text.replace('Before', 'Forged');

const alterations: Readonly<Record<string, (history: AHistory) => unknown>> = {
  'a value before': stored('plan.json', forged),
  'a value that a dry run showed': stored('plan.json', forged, 'dry'),
  'a value after': stored('plan.json', (text) => text.replace('After', 'Forged')),
  'a row that is gone': stored('plan.json', (text) => text.split('\n').toSpliced(1, 1).join('\n')),
  'a row that says that it was erased': stored('plan.json', (text) =>
    text.replace('{"salt":', `{"hash":"${'0'.repeat(64)}","salt":`),
  ),
  'a row that says that it was erased, with its hash': stored('plan.json', erasedRow),
  'a row of a call that says that it was erased, with its hash': call(erasedRow),
  'rows that say in one line that they were erased': stored('plan.json', (text) => {
    const [head, one = '', two = '', tail] = text.split('\n');
    const hashes = [sha256(one.slice(0, -1)), sha256(two)];
    return [head, JSON.stringify({ hash: hashes.join('\n') }), tail].join('\n');
  }),
  'rows that were swapped': stored('plan.json', (text) => {
    const [head, one = '', two = '', tail] = text.split('\n');
    return [head, `${two},`, one.slice(0, -1), tail].join('\n');
  }),
  'what became of a record': stored('preview.json', (text) => text.replace('[1,"updated"', '[1,"created"')),
  'the plan of another import': async ({ service }: AHistory) => {
    const objects = await service.objects();
    await service.put(
      await service.keyOf('real', 'plan.json'),
      objects.get(await service.keyOf('dry', 'plan.json')) ?? '',
    );
  },
  'a value, with all hashes that the service has of it': async (history: AHistory) => {
    const { service } = history;
    const [key, shown] = [
      await service.keyOf('real', 'plan.json'),
      await service.keyOf('real', 'preview.json'),
    ];
    const objects = await service.objects();
    const plan = forged(objects.get(key) ?? '');
    const preview = (objects.get(shown) ?? '').replace(
      /"steps":"[0-9a-f]{64}"/u,
      `"steps":"${hashOfRows(plan)}"`,
    );
    await service.put(key, plan);
    await service.put(shown, preview);
    const { imports } = service.store;
    const item = await imports.get(service.siteId, service.imports.real.importId);
    const hashes = { stepsSha256: hashOfRows(plan), previewSha256: sha256(preview) };
    if (item) await imports.update({ ...item, ...hashes, version: item.version + 1 });
  },
  'a value before a call': call(forged),
  'a value after a call': call((text) => text.replace('After', 'Forged')),
  'who called': call((text) => text.replace('"by":"', '"by":"not ')),
  'a row of a call that is gone': call((text) => text.split('\n').toSpliced(1, 1).join('\n')),
  'a row of a call that says that it was erased': call((text) =>
    text.replace('{"salt":', `{"hash":"${'0'.repeat(64)}","salt":`),
  ),
  'a call as earlier releases stored it': call(
    () => '{"v":1,"operation":"saveUsers","by":"ana","from":"192.0.2.7","replaced":[]}',
  ),
  'a call that is gone': async ({ service }: AHistory) => service.remove((await service.writes())[1] ?? ''),
  'calls that were swapped': async ({ service }: AHistory) => {
    const [, one = '', two = ''] = await service.writes();
    const objects = await service.objects();
    await service.put(one, objects.get(two) ?? '');
    await service.put(two, objects.get(one) ?? '');
  },
  'a call without an event': async (history: AHistory) => {
    await history.service.lose({ name: 'Zoe' });
    await history.service.save({ name: 'Zora' });
    history.acts = history.service.acts();
  },
  'the event of a call is gone': log((acts, last) => acts.toSpliced(last - 1, 1)),
  'the event of a call has another hash': log((acts, last) =>
    acts.with(last, {
      ...acts[last]!,
      text: (acts[last]?.text ?? '').replace(/"valuesSha256":"../u, '"valuesSha256":"zz'),
    }),
  ),
  ...Object.fromEntries(
    runIds.flatMap((runId) => [
      [`the data of an event of ${runId}`, events(runId, at(1, { data: { reason: 'Another' } }))],
      [`the time of the first event of ${runId}`, events(runId, at(0, { at: '2026-03-01T00:00:00.000Z' }))],
      [`the last event of ${runId} is gone`, events(runId, (all) => all.slice(0, -1))],
      [`the first event of ${runId} is gone`, events(runId, without(0))],
      [`${runId} was written anew`, events(runId, rewritten(0, { at: '2026-02-01T00:00:00.000Z' }))],
    ]),
  ),
  'the type of an event': events('run-imported', at(3, { type: 'cancelled' })),
  'the form of an event': events('run-rejected', at(1, { form: undefined })),
  'two events that were swapped': events('run-imported', ([a, b, c, ...rest]) =>
    a && b && c ? [a, { ...b, version: c.version }, { ...c, version: b.version }, ...rest] : [],
  ),
  'a submission that is gone with its item': (history) => {
    events('run-imported', (all) => all.filter(({ subject }) => subject !== '1/real'))(history);
    const run = history.runs.get('run-imported');
    if (run) run.items = run.items.filter(({ subject }) => subject !== '1/real');
  },
  'a sealed run that is gone': ({ runs }) => runs.delete('run-rejected'),
  'a list that was changed': ({ lists }) =>
    lists.set('2026-03-01', (lists.get('2026-03-01') ?? '').replace('1/dry', '2/dry')),
  'a list that is gone': ({ lists }) => lists.delete('2026-03-02'),
  'a seal of another time': ({ seals }) => seals[0] && seals.splice(0, 1, { ...seals[0], at: 'later' }),
  'a seal that is gone': ({ seals }) => seals.shift(),
  'a seal that was put ahead': ({ seals, lists }) => {
    const last = seals.at(-1)!;
    seals.push({ ...last, day: '2099-01-01', previous: { day: last.day, hash: sealHash(last) } });
    lists.set('2099-01-01', lists.get(last.day) ?? '');
  },
};

describe.skipIf(!hasPython)('examples/verify-history and `audit verify` agree (invariants 21 and 26)', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))('on honest history %i', async (seed) => {
    const history = await aHistory(randomOf(seed).next);
    if (seed % 3 === 0) await history.service.erase('a@x.org');
    if (seed % 6 === 0) await history.service.erase('b@x.org');
    if (seed % 4 === 0) await history.service.erase('c@x.org');
    history.acts = history.service.acts();
    expect(await byPython(history)).toEqual({
      ok: true,
      text: expect.stringMatching(
        /^Nothing was altered: 3 histories, \d+ events; \d+ events of the control panel; values of 2 imports and 4 other calls\.\n$/u,
      ),
    });
    expect(await byCommand(history)).toBe(true);
  });

  it.each(Object.entries(alterations))('on a history with an alteration: %s', async (_name, alter) => {
    const history = await aHistory(randomOf(7).next);
    await alter(history);
    expect(await byCommand(history)).toBe(false);
    expect((await byPython(history)).ok).toBe(false);
  });

  it.each(['run', 'submission'] as const)(
    'on a %s that was added later with an earlier date',
    async (added) => {
      const history = await aHistory(randomOf(7).next, added);
      expect(await byCommand(history)).toBe(false);
      const { text } = await byPython(history);
      expect(text).toMatch(
        added === 'run' ? /^run-unsealed: no seal names it/u : /run-imported, 2\/dry was added later/u,
      );
    },
  );

  it('finds a history that an export has twice', async () => {
    const line = JSON.stringify({ kind: 'run', runId: 'run-rejected', events: [] });
    const { text } = await byPython(await aHistory(randomOf(7).next), [line]);
    expect(text).toBe('run-rejected: it is in the export twice\n');
  });
});
