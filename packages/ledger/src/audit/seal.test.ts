import { beforeAll, describe, expect, it } from 'vitest';
import { createMemoryLedger } from '../testing/memory/memory-ledger.ts';
import type { LedgerEvent } from '../model/event.ts';
import { aNewRun, second } from '../testing/builders.ts';
import {
  type Seal,
  type SealedRun,
  hashesOf,
  sealHash,
  sealedLine,
  sealedRunSchema,
  verifyList,
  verifySealed,
  verifySeals,
} from './seal.ts';
import { sha256 } from '@sluice/aws-kit/hash-chain';
import { eventHash } from '../history/chain.ts';

let sealed: SealedRun;
let events: LedgerEvent[];
let list = '';
beforeAll(async () => {
  const ledger = createMemoryLedger({ now: () => new Date(second(0)) });
  await ledger.beginRun(aNewRun());
  for (const n of [1, 2, 3])
    await ledger.moveRun('run-1', { type: 'trackerStarted', at: second(n), trackers: n });
  const run = await ledger.run('run-1');
  if (!run) throw new Error('no run');
  list = sealedLine(run, []);
  sealed = sealedRunSchema.parse(JSON.parse(list));
  await ledger.moveRun('run-1', { type: 'rejected', at: second(9), reason: 'wrong' });
  events = await ledger.events('run-1');
});

function aSeal(day: string, previous?: Seal): Seal {
  const named = previous ? { day: previous.day, hash: sealHash(previous) } : null;
  return { v: 1, day, at: second(0), runs: 1, root: sha256(list), previous: named };
}
const first = aSeal('2026-11-20');
const next = (seal: Seal, day: string) => aSeal(day, seal);

describe('a seal (invariant 21)', () => {
  it('is valid for a history that has gone on since', () => {
    expect(verifySealed(sealed, { day: first.day, hashes: hashesOf(events) })).toEqual([]);
  });

  it('reveals a history that was rewritten whole, with valid hashes', () => {
    let prev: string | undefined;
    const forged = events.map(({ prev: _prev, hash: _hash, ...line }) => {
      const other = { ...line, ...(line.version === 2 && { data: { trackers: 7 } }), ...(prev && { prev }) };
      prev = eventHash(other);
      return { ...other, hash: prev };
    });
    expect(verifySealed(sealed, { day: first.day, hashes: hashesOf(forged) })).toMatchObject([
      { runId: 'run-1', subject: 'run', event: 4, seal: '2026-11-20' },
    ]);
  });

  it('reveals that a whole run is gone', () => {
    expect(verifySealed(sealed, { day: first.day, hashes: hashesOf([]) })).toMatchObject([
      { event: 4, found: 'none' },
    ]);
  });

  it('reveals every changed byte of its list', () => {
    expect(verifyList(aSeal('2026-11-20'), list)).toEqual([]);
    for (let at = 0; at < list.length; at += 1) {
      const changed = `${list.slice(0, at)}${list[at] === 'x' ? 'y' : 'x'}${list.slice(at + 1)}`;
      expect(verifyList(aSeal('2026-11-20'), changed)).toMatchObject([{ seal: '2026-11-20' }]);
    }
    expect(verifyList(aSeal('2026-11-20'), '')).not.toEqual([]);
  });

  it('names the seal before it, so that a changed or missing seal is found', () => {
    const seals = [first, next(first, '2026-11-21')];
    const third = next(seals[1] ?? first, '2026-11-22');
    expect(verifySeals([...seals, third])).toEqual([]);
    for (const [name, value] of Object.entries({ at: second(1), runs: 2, root: 'f'.repeat(64) }))
      expect(verifySeals([{ ...first, [name]: value }, ...seals.slice(1), third])).toMatchObject([
        { seal: '2026-11-20' },
      ]);
    expect(verifySeals([first, third])).toMatchObject([{ seal: '2026-11-21', found: 'none' }]);
    expect(verifySeals([third])).toMatchObject([{ seal: '2026-11-21', found: 'none' }]);
    expect(verifySeals([third], { before: seals[1] })).toEqual([]);
    expect(verifySeals([third], { before: first })).toMatchObject([{ seal: '2026-11-21', found: 'none' }]);
    const ahead = next(third, '2099-01-01');
    expect(verifySeals([...seals, third, ahead])).toMatchObject([{ seal: '2099-01-01' }]);
  });
});
