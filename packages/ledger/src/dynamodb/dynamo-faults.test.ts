import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../port/ledger.ts';
import { replay } from '../history/replay.ts';
import { aRateBudget } from '../call-budget/testing/builders.ts';
import { aBatch, aNewRun, asked, second } from '../testing/builders.ts';
import { useEmulator } from '../testing/emulator.ts';
import { accepted, dry, passDryRun, send } from '../testing/ledger-story.ts';
import { type Fault, type Faults, inOrder, injectFaults } from '../testing/faults.ts';
import { createDynamoLedger, createDynamoRateBudgets } from './index.ts';

const emulator = useEmulator();
const sendBy = (owner: string) => send(owner, 1);
const write = 'PutItemCommand';
const transaction = 'TransactWriteItemsCommand';

let table: string;
let calm: Ledger;
let pauses: number[];

function ledgerWith(faults: Faults, random = () => 0.5): { ledger: Ledger; requests: string[] } {
  const client = emulator.client();
  let isMarked = false;
  const { requests } = injectFaults(client, (command) => {
    // The first put only marks the day.
    const isMark = command === write && !isMarked;
    isMarked ||= isMark;
    return isMark ? undefined : faults(command);
  });
  const sleep = async (ms: number) => void pauses.push(ms);
  const ledger = createDynamoLedger({ client, table, now: () => new Date(second(0)), sleep, random });
  return { ledger, requests };
}

beforeEach(async () => {
  table = await emulator.table();
  pauses = [];
  calm = ledgerWith(() => undefined).ledger;
  await calm.beginRun(aNewRun());
  await calm.planBatch(aBatch());
});

describe('a lost reply', () => {
  it('to a move is recognized as our own write (invariants 2, 7)', async () => {
    const { ledger } = ledgerWith(inOrder(write, 'lost'));
    const moved = await ledger.moveSubmission(dry, sendBy('a'));
    expect(moved).toMatchObject({ moved: true, now: { status: 'sending', version: 2 } });
    expect(await calm.submission(dry)).toEqual(moved.now);
    expect(await calm.events('run-1')).toHaveLength(3);
  });

  it('is recognized even if somebody else has moved the item since', async () => {
    const faults: Fault[] = ['lost'];
    const { ledger } = ledgerWith(async (command) => {
      if (command !== write) return undefined;
      const fault = faults.shift();
      // Before the second try, when the first has had its effect.
      if (!fault)
        await calm.moveSubmission(dry, { type: 'ambiguous', at: second(2), owner: 'a', reason: 'timeout' });
      return fault;
    });
    expect(await ledger.moveSubmission(dry, sendBy('a'))).toMatchObject({
      moved: true,
      now: { status: 'sending' },
    });
    expect(await calm.submission(dry)).toMatchObject({ status: 'unknown', version: 3 });
  });

  it('is distinguished from an equal write by somebody else (invariant 3)', async () => {
    let others = 0;
    const { ledger } = ledgerWith(async (command) => {
      if (command !== write || others > 0) return undefined;
      others += 1;
      await calm.moveSubmission(dry, sendBy('a'));
      return 'unsent';
    });
    const moved = await ledger.moveSubmission(dry, sendBy('a'));
    expect(moved).toMatchObject({ moved: false, now: { status: 'sending', version: 2 } });
  });

  it('to the beginning of a run still reports it as created, but only once (invariant 8)', async () => {
    const { ledger } = ledgerWith(inOrder(transaction, 'lost', 'lost'));
    expect(await ledger.beginRun(aNewRun({ runId: 'run-2' }))).toMatchObject({ created: true });
    expect(await ledger.beginRun(aNewRun({ runId: 'run-2' }))).toMatchObject({ created: false });
  });

  it('to the taking of a lane is recognized as our own (invariant 9)', async () => {
    const reading = { rows: 1, batches: 1, failed: 0, skipped: 0 };
    const read = { type: 'read', at: second(1), sha256: 'abc', reading, lane: 'lane' } as const;
    await calm.moveRun('run-1', read);
    await calm.beginRun(aNewRun({ runId: 'run-2' }));
    await calm.moveRun('run-2', read);
    const { ledger } = ledgerWith(inOrder(transaction, 'lost', 'lost'));
    const taken = await ledger.takeLane('run-1', asked(2));
    expect(taken).toMatchObject({ run: { status: 'checking' } });
    expect(await calm.run('run-1')).toEqual(taken.run);
    expect(await ledger.takeLane('run-2', asked(3))).toMatchObject({ turn: { blockedBy: 'run-1' } });
  });

  it('to a plan leaves one plan', async () => {
    const { ledger } = ledgerWith(inOrder(write, 'lost', 'lost'));
    await ledger.planBatch(aBatch({ number: 2 }));
    expect(await calm.submissions('run-1')).toHaveLength(2);
    await calm.moveSubmission(dry, sendBy('a'));
    await calm.moveSubmission(dry, { type: 'ended', at: second(2), status: 'succeeded', counts: {} });
    await ledgerWith(inOrder(transaction, 'lost')).ledger.planRealSubmissions([aBatch()]);
    expect(await calm.submissions('run-1')).toHaveLength(3);
  });
});

describe('an item that somebody else moves first', () => {
  it('gets our event on top of theirs', async () => {
    let others = 0;
    const { ledger } = ledgerWith(async (command) => {
      if (command === write && others < 2) {
        others += 1;
        await calm.moveSubmission(dry, accepted(`z${others}`, 2, `i${others}`));
      }
      return undefined;
    });
    const moved = await ledger.moveSubmission(dry, accepted('a', 3, 'ours'));
    expect(moved).toMatchObject({ moved: true, now: { version: 4 } });
    const attempts = (await calm.submission(dry))?.attempts;
    expect(attempts?.map(({ importId }) => importId)).toEqual(['i1', 'i2', 'ours']);
  });
});

it('a dry run that is repeated while its real submission is planned prevents that (invariant 5)', async () => {
  await passDryRun(calm, 1);
  const { ledger } = ledgerWith(async (command) => {
    if (command === transaction)
      await calm.moveSubmission(dry, { type: 'recheckRequested', at: second(4), check: 1 });
    return undefined;
  });
  await expect(ledger.planRealSubmissions([aBatch()])).rejects.toMatchObject({ code: 'dry_run_missing' });
  expect(await calm.submissions('run-1')).toHaveLength(1);
});

describe('a busy table', () => {
  it.each(['throttled', 'conflict', 'unsent'] as const)(
    'is tried again with full jitter: %s',
    async (fault) => {
      const { ledger, requests } = ledgerWith(inOrder(write, fault, fault, fault), () => 1);
      expect(await ledger.moveSubmission(dry, sendBy('a'))).toMatchObject({ moved: true });
      expect(pauses).toEqual([50, 100, 200]);
      // One of them marks the day.
      expect(requests.filter((command) => command === write)).toHaveLength(1 + 4);
    },
  );

  it('is tried again for reads too', async () => {
    const { ledger } = ledgerWith(inOrder('QueryCommand', 'throttled', 'unsent'), () => 0);
    expect(await ledger.submissions('run-1')).toHaveLength(1);
    expect(pauses).toEqual([0, 0]);
  });

  it('causes an error with a code after eight tries, and changes nothing', async () => {
    const { ledger } = ledgerWith(
      (command) => (command === write ? 'throttled' : undefined),
      () => 1,
    );
    await expect(ledger.moveSubmission(dry, sendBy('a'))).rejects.toMatchObject({ code: 'busy' });
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1600, 2000]);
    expect(await calm.submission(dry)).toMatchObject({ status: 'planned', version: 1 });
  });

  it('that loses every reply is still known to have taken the write', async () => {
    const { ledger } = ledgerWith((command) => (command === write ? 'lost' : undefined));
    expect(await ledger.moveSubmission(dry, sendBy('a'))).toMatchObject({ moved: true });
  });

  it('is not tried again after it denied access', async () => {
    const { ledger } = ledgerWith(inOrder(write, 'denied'));
    await expect(ledger.moveSubmission(dry, sendBy('a'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
    expect(pauses).toEqual([]);
  });
});

it('refuses an unreadable item by its key, without its values (invariant 15)', async () => {
  const Item = { pk: { S: 'run#broken' }, sk: { S: 'run' }, status: { S: 'secret value' } };
  await emulator.client().send(new PutItemCommand({ TableName: table, Item }));
  await expect(calm.run('broken')).rejects.toMatchObject({
    code: 'item_unreadable',
    message: 'This version cannot read the item run#broken run.',
  });
});

it('takes every event once under random faults and races, and replays (invariants 3, 4, 10)', async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const random = seeded(seed);
    const faults: Faults = () =>
      random() < 0.3
        ? (['unsent', 'lost', 'throttled', 'conflict'] as const)[Math.floor(random() * 4)]
        : undefined;
    const runId = `seed-${seed}`;
    await calm.beginRun(aNewRun({ runId }));
    await calm.planBatch(aBatch({ runId }));
    const ref = { ...dry, runId };
    const workers = ['a', 'b', 'c'].map(async (owner) => {
      const { ledger } = ledgerWith(faults, random);
      const sent = await ledger.moveSubmission(ref, sendBy(owner));
      await ledger.moveSubmission(ref, accepted(owner, 2, `import-${owner}`));
      return sent.moved;
    });
    const sent = await Promise.all(workers);
    expect(sent.filter(Boolean).length, `seed ${seed}`).toBeLessThan(2);
    const submissions = await calm.submissions(runId);
    const ids = submissions[0]?.attempts.map(({ importId }) => importId);
    expect(new Set(ids), `seed ${seed}`).toEqual(new Set(['import-a', 'import-b', 'import-c']));
    expect(replay(await calm.events(runId)), `seed ${seed}`).toEqual({
      run: await calm.run(runId),
      submissions,
    });
  }
});

it('takes about 16 requests for a batch, from its plan to its end', async () => {
  const { ledger, requests } = ledgerWith(() => undefined);
  const runId = 'long-run';
  const batches = Array.from({ length: 66 }, (_, index) => aBatch({ runId, number: index + 1 }));
  await ledger.beginRun(aNewRun({ runId }));
  const before = requests.length;
  for (const batch of batches) await ledger.planBatch(batch);
  for (const phase of ['dry', 'real'] as const) {
    if (phase === 'real') await ledger.planRealSubmissions(batches);
    for (const { number: batch } of batches) {
      const ref = { runId, batch, phase };
      await ledger.moveSubmission(ref, sendBy(phase));
      await ledger.moveSubmission(ref, accepted(phase, 2, `i${batch}`));
      await ledger.moveSubmission(ref, { type: 'ended', at: second(3), status: 'succeeded', counts: {} });
    }
  }
  expect(requests.length - before).toBe(66 * 16 + 4);
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a write of a budget without a reply', () => {
  const budgetsWith = (faults: Faults) => {
    const client = emulator.client();
    injectFaults(client, faults);
    return createDynamoRateBudgets({ client, table, sleep: async () => undefined });
  };

  it.each(['lost', 'unsent', 'throttled'] as const)(
    'is written once and recognized as our own: %s',
    async (fault) => {
      const budgets = budgetsWith(inOrder('PutItemCommand', fault));
      expect(await budgets.write(aRateBudget())).toBe(true);
      expect(await budgets.write(aRateBudget())).toBe(false);
      expect(await budgets.read(aRateBudget().target)).toEqual(aRateBudget());
    },
  );
});
