import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyStored } from '../audit/verify-items.ts';
import { replay } from '../history/replay.ts';
import type { Ledger } from '../port/ledger.ts';
import { aBatch, aNewRun, second } from '../testing/builders.ts';
import { useEmulator } from '../testing/emulator.ts';
import { injectFaults, type Faults } from '../testing/faults.ts';
import { accepted, dry, runId } from '../testing/ledger-story.ts';
import { createDynamoLedger } from './index.ts';
import { type ItemKey, linesKey, submissionKey } from './keys.ts';
import { fieldsOf, linesIn, pack } from './packed.ts';
import type { Item } from './table-access.ts';

const emulator = useEmulator();
const lines = 'TransactWriteItemsCommand';
let table: string;
let ledger: Ledger;

function ledgerWith(faults: Faults): Ledger {
  const client = emulator.client();
  injectFaults(client, faults);
  return createDynamoLedger({ client, table, now: () => new Date(second(0)), sleep: async () => undefined });
}

/** The events that a submission gets until it has this version: a new importId each time. */
async function moveUntil(by: Ledger, version: number): Promise<void> {
  const known = (await by.submission(dry))?.version ?? 1;
  for (let n = known; n < version; n += 1) await by.moveSubmission(dry, accepted(`o${n}`, n, `i${n}`));
}

/** How the whole history differs from what was written. */
async function findings() {
  const { items } = await ledger.itemPage(runId, { limit: 9 });
  const { events, unreadable } = await ledger.eventPage(runId, { limit: 99 });
  return verifyStored({ runId, items, events, unreadable });
}

const documents = () => DynamoDBDocument.from(emulator.client());
const stored = async (Key: ItemKey): Promise<Item> =>
  (await documents().get({ TableName: table, Key })).Item ?? {};

const versionsIn = (events: Awaited<ReturnType<Ledger['events']>>) =>
  events.flatMap(({ subject, version }) => (subject === '1/dry' ? [version] : []));
const upTo = (version: number) => Array.from({ length: version }, (_, index) => index + 1);

beforeEach(async () => {
  table = await emulator.table();
  ledger = ledgerWith(() => undefined);
  await ledger.beginRun(aNewRun());
  await ledger.planBatch(aBatch());
});

describe('the lines of a submission with many', () => {
  it('move eight at a time, each exactly once, and stay in the history (invariants 10, 21)', async () => {
    for (const version of [8, 9, 10, 16, 17, 30]) {
      await moveUntil(ledger, version);
      const events = await ledger.events(runId);
      expect(versionsIn(events)).toEqual(upTo(version));
      expect(replay(events).submissions).toEqual(await ledger.submissions(runId));
      expect(await findings()).toEqual([]);
      expect(linesIn(await stored(submissionKey(dry)))).toHaveLength(((version - 1) % 8) + 1);
    }
    expect((await ledger.runPage({ importId: 'i3', limit: 1 })).runs).toHaveLength(1);
  });

  it('reach a reader each once, if they move while it reads', async () => {
    for (const stopAt of [1, 3, 8]) {
      await moveUntil(ledger, stopAt * 8);
      const first = await ledger.eventPage(runId, { limit: 3 });
      await moveUntil(ledger, stopAt * 8 + 1);
      const rest = await ledger.eventPage(runId, { limit: 99, after: first.next });
      expect(versionsIn([...first.events, ...rest.events])).toEqual(upTo(stopAt * 8 + 1));
    }
  });

  it('reach a reader once, if they move between its requests', async () => {
    await moveUntil(ledger, 16);
    let queries = 0;
    const reader = ledgerWith(async (command) => {
      // Those before it read the events of the run, and the item.
      if (command === 'QueryCommand' && (queries += 1) === 3) await moveUntil(ledger, 17);
      return undefined;
    });
    expect(versionsIn(await reader.events(runId))).toEqual(upTo(16));
  });

  it('move once if the reply is lost, and the write is recognized (invariants 2, 7)', async () => {
    await moveUntil(ledger, 8);
    let lost = 0;
    const unlucky = ledgerWith((command) => (command === lines && (lost += 1) < 3 ? 'lost' : undefined));
    expect(await unlucky.moveSubmission(dry, accepted('late', 9, 'of late'))).toMatchObject({
      moved: true,
      now: { version: 9 },
    });
    expect(versionsIn(await ledger.events(runId))).toEqual(upTo(9));
    expect(await findings()).toEqual([]);
  });

  it('that were moved by others since still show whose write it was (invariant 3)', async () => {
    await moveUntil(ledger, 7);
    const faults: ('lost' | undefined)[] = [undefined, undefined, 'lost'];
    const slow = ledgerWith(async (command) => {
      if (command !== 'PutItemCommand') return undefined;
      if (faults.length === 0) await moveUntil(ledger, 20);
      return faults.shift();
    });
    const moved = await slow.moveSubmission(dry, accepted('slow', 8, 'of slow'));
    expect(moved).toMatchObject({ moved: true, now: { version: 8 } });
    expect(versionsIn(await ledger.events(runId))).toEqual(upTo(20));
  });

  it('move once if two workers write at the same time', async () => {
    await moveUntil(ledger, 8);
    const workers = ['a', 'b', 'c'].map((owner) =>
      ledgerWith(() => undefined).moveSubmission(dry, accepted(owner, 9, `of ${owner}`)),
    );
    expect((await Promise.all(workers)).map(({ moved }) => moved)).toEqual([true, true, true]);
    expect(versionsIn(await ledger.events(runId))).toEqual(upTo(11));
    expect(await findings()).toEqual([]);
  });
});

describe('what somebody altered in the table is found (invariant 21)', () => {
  type Change = (item: Item) => Item;
  const withLines =
    (change: (all: Item[]) => Item[]): Change =>
    ({ f, ...item }) => ({ ...item, f: pack({ ...fieldsOf({ f }), lines: change(linesIn({ f })) }) });
  const withField =
    (field: Item): Change =>
    ({ f, ...item }) => ({ ...item, f: pack({ ...fieldsOf({ f }), ...field, lines: linesIn({ f }) }) });
  const [current, earlier] = [submissionKey(dry), linesKey(dry, 1)];
  const forged = (all: Item[]) => all.with(1, { ...all[1], data: { owner: 'forged' } });

  it.each<[string, ItemKey, Change | 'removed', object]>([
    ['moved lines are gone', earlier, 'removed', { event: 1, expected: 'an event of this number' }],
    ['a moved line is changed', earlier, withLines(forged), { event: 2 }],
    ['a moved line is gone', earlier, withLines((all) => all.toSpliced(3, 1)), { event: 4 }],
    ['moved lines are unreadable', earlier, (item) => ({ ...item, f: 'x' }), { event: 1 }],
    ['a line is changed', current, withLines(forged), { event: 10 }],
    ['two lines are swapped', current, withLines(([a = {}, b = {}, ...all]) => [b, a, ...all]), { event: 9 }],
    ['the last line is gone', current, withLines((all) => all.slice(0, -1)), { event: 12 }],
    ['a field is changed', current, withField({ status: 'succeeded' }), { field: 'status' }],
    ['a field is added', current, withField({ more: 1 }), { field: 'more' }],
    ['the version is changed', current, (item) => ({ ...item, version: 11 }), { event: 12 }],
    ['all of it is unreadable', current, (item) => ({ ...item, f: 'x' }), { event: 9 }],
  ])('%s', async (_name, Key, change, expected) => {
    await moveUntil(ledger, 12);
    if (change === 'removed') await documents().delete({ TableName: table, Key });
    else await documents().put({ TableName: table, Item: change(await stored(Key)) });
    expect(await findings()).toContainEqual(expect.objectContaining({ subject: '1/dry', ...expected }));
  });
});
