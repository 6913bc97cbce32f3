import { inParallel } from '@sluice/aws-kit/parallel';
import { leaseMs } from '../lease/lease.ts';
import type { Filling } from '../store/lookup-fields.ts';
import type { Store } from '../store/store.ts';
import { changeFields } from './change-fields.ts';
import { enterShard } from './enter-shard.ts';
import { filledTo, fillingOf, turnOf, type Turn } from './transitions.ts';
import { fieldText } from '../records/use.ts';

export interface Filler {
  readonly store: Store;
  readonly siteId: string;
  readonly worker: string;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  /** When to stop, in milliseconds since 1970. */
  readonly until: number;
  /** Called while it makes progress. */
  readonly beat?: () => Promise<void>;
}

/** In most cases others are done by then: filling a small site takes some milliseconds. */
const pausesMs = [10, 20, 40, 80, 160, 320];
/** A site that is in use must notice little of it. */
const shardsAtOnce = 2;

/**
 * Adds the entries that fields lack. Whatever dies meanwhile, another worker goes on from the last checkpoint.
 * @returns whether all are used now; if not, its time is over, or others must end first
 */
export async function fillFields(fields: readonly string[], filler: Filler): Promise<boolean> {
  for (const field of fields) if (!(await fillField(field, filler))) return false;
  return true;
}

async function fillField(field: string, filler: Filler): Promise<boolean> {
  for (const pauseMs of [...pausesMs, undefined]) {
    const { may, fields } = await takeTurn(field, filler);
    if (may === 'use') return true;
    if (may === 'fill') return addEntries(field, fillingOf(fields, field), filler);
    if (pauseMs === undefined || filler.now().getTime() + pauseMs >= filler.until) return false;
    await filler.sleep(pauseMs);
  }
  return false;
}

function takeTurn(field: string, filler: Filler): Promise<Turn> {
  return changeFields(filler, (stored) => {
    const { worker, now } = filler;
    const taking = { worker, now: now().toISOString(), leaseUntil: leaseEnd(filler) };
    const turn = turnOf(stored, field, taking);
    return { fields: turn.fields, result: turn };
  });
}

const leaseEnd = ({ now }: Filler): string => new Date(now().getTime() + leaseMs).toISOString();

/** @returns whether it got to the end */
async function addEntries(field: string, { shards: begun }: Filling, filler: Filler): Promise<boolean> {
  const [kind = ''] = field.split(' ');
  const shards = begun.map((shard) => ({ ...shard }));
  const isLate = () => filler.now().getTime() >= filler.until;
  let isHeld = true;
  const checkpoint = async (leaseUntil: string | null) => {
    isHeld = await changeFields(filler, (stored) => {
      const fields = filledTo(stored, field, { worker: filler.worker, shards, leaseUntil });
      return { fields: fields ?? stored, result: fields !== undefined };
    });
  };
  await inParallel([...shards.entries()], shardsAtOnce, async ([at, shard]) => {
    if (shard.done) return;
    // The first page needs no checkpoint: most sites have no second one.
    const pages = enterShard(filler.store, {
      siteId: filler.siteId,
      shard: { kind, shard: at, after: shard.after },
      isWanted: (key) => fieldText(key) === field,
    });
    for (let page = 0; isHeld && !isLate(); page += 1) {
      const { value: last, done } = await pages.next();
      shard.done = done === true;
      if (done) return;
      shard.after = last;
      if (page > 0) await checkpoint(leaseEnd(filler));
      await filler.beat?.();
    }
  });
  if (isHeld) await checkpoint(null);
  return isHeld && shards.every(({ done }) => done);
}
