import { createMemoryLedger } from '@sluice/ledger/testing';
import type { LedgerEvent, Submission } from '@sluice/ledger';
import { expect, it } from 'vitest';
import { batchObjects } from '../run-objects.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { endedRun } from '../testing/planned-run.ts';
import { showRows } from './rows.ts';

const real = { runId: 'run1', batch: 1, phase: 'real' } as const;

async function setUp() {
  let minutes = 0;
  const now = () => new Date(Date.parse('2026-03-01T08:00:00.000Z') + 60_000 * (minutes += 1));
  const [ledger, files] = [createMemoryLedger({ now }), createMemoryFiles()];
  await endedRun({ ledger, files, now, batches: 2 });
  const of = async (query: Record<string, string>) => {
    const { status, body } = await showRows('run1', query, { ledger, files });
    return status === 200 ? (JSON.parse(String(body)) as unknown) : status;
  };
  return { ledger, files, of };
}

it('shows which rows of the sheet an import wrote to a record', async () => {
  const { files, of } = await setUp();
  const first = { importId: 'i1', recordId: 'r2' };
  expect(await of(first)).toEqual({ batch: 1, rows: [], valuesSha256: 'v1' });
  const created = { row: 3, status: 'created', recordId: 'r2' } as const;
  await batchObjects.outcomes.write(real, [{ ...created, row: 2, recordId: 'r1' }, created], files);
  expect(await of(first)).toEqual({ batch: 1, rows: [3], valuesSha256: 'v1' });
  expect(await of({ importId: 'i2' })).toEqual({ batch: 2, records: [], valuesSha256: 'v2' });
  expect(await of({ importId: 'i3' })).toBe(404);
  expect(await of({})).toBe(400);
});

/** What somebody made of the item or of its history. */
type Forged = (stored: { item: Submission; events: LedgerEvent[] }) => {
  readonly item?: Submission;
  readonly events?: LedgerEvent[];
};
const withValues = (item: Submission) => ({
  ...item,
  attempts: item.attempts.map((one) => ({ ...one, valuesSha256: 'forged' })),
});
const forgedEvent = (one: LedgerEvent) =>
  one.type === 'ended' ? { ...one, data: { ...one.data, valuesSha256: 'forged' } } : one;

it.each<[string, Forged, string]>([
  ['the item', ({ item }) => ({ item: withValues(item) }), 'v1'],
  ['an event', ({ events }) => ({ events: events.map(forgedEvent) }), 'altered'],
  [
    'the item and the event',
    ({ item, events }) => ({ item: withValues(item), events: events.map(forgedEvent) }),
    'altered',
  ],
  ['the end of the history', ({ events }) => ({ events: events.slice(0, -1) }), 'altered'],
  ['a line of the history', ({ events }) => ({ events: events.toSpliced(1, 1) }), 'altered'],
  ['all of the history', () => ({ events: [] }), 'altered'],
])(
  'takes the hash of values from the history, whoever changes %s (invariant 26)',
  async (_, forge, found) => {
    const { ledger, of } = await setUp();
    const all = await ledger.submissions('run1');
    const stored = { item: all.find(({ batch, phase }) => batch === 1 && phase === 'real')! };
    const { item = stored.item, events = await ledger.submissionEvents(real) } = forge({
      ...stored,
      events: await ledger.submissionEvents(real),
    });
    Object.assign(ledger, {
      submissions: async () => all.map((one) => (one === stored.item ? item : one)),
      submissionEvents: async () => events,
    });
    expect(await of({ importId: 'i1' })).toMatchObject({ valuesSha256: found });
  },
);
