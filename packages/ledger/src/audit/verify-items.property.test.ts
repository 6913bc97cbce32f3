import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEventInput, SubmissionRef } from '../port/ledger.ts';
import { placeInHistory } from '../history/beginnings.ts';
import { linked } from '../history/chain.ts';
import { createMemoryLedger } from '../testing/memory/memory-ledger.ts';
import { createMemoryMigrations } from '../testing/memory/memory-migrations.ts';
import { aBatch, aNewRun, second } from '../testing/builders.ts';
import { aNewMigration } from '../testing/migrations-contract.ts';
import { runEvents } from '../testing/run-events.ts';
import { submissionEvents } from '../testing/submission-events.ts';
import type { SubmissionEvent } from '../submission/events.ts';
import type { StoredItem } from '../model/stored-item.ts';
import { type Stored, verifyStored } from './verify-items.ts';

const runId = 'run-1';
const dry: SubmissionRef = { runId, batch: 1, phase: 'dry' };
const real: SubmissionRef = { ...dry, phase: 'real' };
const { laneTaken: _taken, ...inputs } = runEvents;

type Input =
  | { readonly of: 'run'; readonly event: RunEventInput }
  | { readonly of: 'dry' | 'real'; readonly event: SubmissionEvent }
  | { readonly of: 'plan' };

/** Events for a run and its submissions, in an order that may make sense or not. */
const input: fc.Arbitrary<Input> = fc.oneof(
  fc.constantFrom(...Object.values(inputs)).map((event) => ({ of: 'run', event }) as const),
  fc
    .constantFrom(...Object.values(submissionEvents))
    .chain((event) => fc.constantFrom('dry', 'real').map((of) => ({ of, event }) as const)),
  fc.constant({ of: 'plan' } as const),
);

const ended = { ...submissionEvents.ended, status: 'succeeded', counts: { created: 10 } } as const;
/** The history of a run that lands and is undone, which random events seldom produce. */
const wholeWay: readonly Input[] = [
  { of: 'run', event: inputs.settingsKnown },
  { of: 'run', event: inputs.read },
  { of: 'dry', event: submissionEvents.sendStarted },
  { of: 'dry', event: submissionEvents.accepted },
  { of: 'dry', event: ended },
  { of: 'plan' },
  { of: 'run', event: inputs.importingStarted },
  { of: 'real', event: submissionEvents.sendStarted },
  { of: 'real', event: submissionEvents.accepted },
  { of: 'real', event: ended },
  { of: 'run', event: { ...inputs.finished, status: 'succeeded' } },
  { of: 'run', event: { ...inputs.noticeChanged, notice: { state: 'sent', at: second(1) } } },
  { of: 'run', event: inputs.undoRequested },
  { of: 'real', event: { ...submissionEvents.reverted, importId: submissionEvents.accepted.importId } },
  { of: 'run', event: inputs.undone },
];
const histories = fc
  .tuple(fc.nat(wholeWay.length), fc.array(input, { maxLength: 60, size: 'max' }))
  .map(([steps, more]) => [...wholeWay.slice(0, steps), ...more]);

async function aHistory(all: readonly Input[]): Promise<Stored> {
  let seconds = 0;
  const at = () => second((seconds += 100));
  const ledger = createMemoryLedger({ now: () => new Date(at()) });
  await ledger.beginRun(aNewRun());
  await ledger.planBatch(aBatch());
  const owner = { owner: 'a' };
  for (const one of all) {
    if (one.of === 'run') await ledger.moveRun(runId, { ...one.event, at: at() });
    else if (one.of === 'plan') await ledger.planRealSubmissions([aBatch()]).catch(() => undefined);
    else if (one.of === 'dry' || (await ledger.submission(real)))
      await ledger.moveSubmission(one.of === 'dry' ? dry : real, {
        ...one.event,
        ...('owner' in one.event && owner),
        at: at(),
      });
  }
  const { items } = await ledger.itemPage(runId, { limit: 10 });
  return { runId, items, events: await ledger.events(runId) };
}

type Path = readonly string[];
const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The path of every value in an item, nested ones too. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (!isNested(value)) return [path];
  const inner = Object.entries(value).filter(([, one]) => one !== undefined);
  return [
    ...(path.length > 0 ? [path] : []),
    ...inner.flatMap(([name, one]) => placesIn(one, [...path, name])),
  ];
}

/** The value with the place at this path changed or removed. */
function altered(value: unknown, [name, ...rest]: Path, isGone: boolean): unknown {
  if (name === undefined)
    return isNested(value) ? 'altered' : typeof value === 'number' ? value + 1 : `${String(value)}x`;
  if (!isNested(value)) throw new Error('no such place');
  if (Array.isArray(value) && isGone && rest.length === 0) return value.toSpliced(Number(name), 1);
  const changed = isGone && rest.length === 0 ? undefined : altered(value[name], rest, isGone);
  return Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
}

function everyChange({ fields }: StoredItem): { path: Path; fields: StoredItem['fields'] }[] {
  const changed = placesIn(fields).flatMap((path) =>
    [false, true].map((isGone) => ({ path, fields: altered(fields, path, isGone) as StoredItem['fields'] })),
  );
  return [...changed, { path: ['more'], fields: { ...fields, more: 1 } }];
}

function eachIsFound(stored: Stored): void {
  expect(verifyStored(stored)).toEqual([]);
  for (const [index, item] of stored.items.entries()) {
    for (const { path, fields } of everyChange(item)) {
      const { subject } = item;
      const findings = verifyStored({ ...stored, items: stored.items.with(index, { subject, fields }) });
      const [name = ''] = path;
      const named = findings.filter((one) => one.subject === subject && one.field?.startsWith(name));
      // These two are checked against the end of the history.
      const isOfEnd = name === 'version' || name === 'head';
      expect(isOfEnd ? findings : named, `${subject} ${path.join('.')}`).not.toEqual([]);
    }
  }
}

it('the whole way leads to a run that is undone, so that all of its facts are altered below', async () => {
  const { items } = await aHistory(wholeWay);
  expect(items.map(({ subject, fields }) => [subject, fields['status']])).toEqual([
    ['run', 'undone'],
    ['1/dry', 'succeeded'],
    ['1/real', 'succeeded'],
  ]);
});

describe('an item that was altered without its history (invariants 10, 21)', () => {
  it('is found for every changed, missing or added field of a run or submission', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (all) => eachIsFound(await aHistory(all))),
      { numRuns: 30 },
    );
  });

  it('is found for a migration', async () => {
    const migrations = createMemoryMigrations({ now: () => new Date(second(0)) });
    const { migrationId } = aNewMigration();
    await migrations.begin(aNewMigration());
    await migrations.move(migrationId, { type: 'started', at: second(1) });
    await migrations.move(migrationId, { type: 'stepBegun', at: second(2), step: 0, runIds: ['r1'] });
    await migrations.move(migrationId, { type: 'cancelRequested', at: second(3), by: 'ana' });
    const stored = await migrations.stored(migrationId);
    if (!stored) throw new Error('none');
    eachIsFound({ runId: migrationId, items: [stored], events: await migrations.events(migrationId) });
  });

  it('is found if it is missing, or has no history', async () => {
    const stored = await aHistory([]);
    for (const [index, { subject }] of stored.items.entries())
      expect(verifyStored({ ...stored, items: stored.items.toSpliced(index, 1) })).toMatchObject([
        { subject, expected: `an item of ${subject}`, found: 'none' },
      ]);
    const stranger = { subject: '2/dry', fields: stored.items[1]?.fields ?? {} };
    expect(verifyStored({ ...stored, items: [...stored.items, stranger] })).toMatchObject([
      { subject: '2/dry' },
    ]);
  });

  it('is reported with the expected and the found value, shortened', async () => {
    const stored = await aHistory([{ of: 'run', event: inputs.cancelRequested }]);
    const changed = {
      subject: 'run',
      fields: { ...stored.items[0]?.fields, status: 'undone', key: 'k'.repeat(999) },
    };
    expect(verifyStored({ ...stored, items: stored.items.with(0, changed) })).toEqual([
      expect.objectContaining({ field: 'key', found: `"${'k'.repeat(199)}…` }),
      { runId, subject: 'run', field: 'status', expected: '"reading"', found: '"undone"' },
    ]);
  });
});

it('events with valid hashes that cannot follow one another are found (invariant 10)', async () => {
  const { runId: _id, ...stored } = await aHistory([{ of: 'run', event: inputs.cancelRequested }]);
  const forged = { ...stored, runId, events: stored.events.filter(({ type }) => type !== 'cancelRequested') };
  const before = forged.events.find(({ subject }) => subject === 'run');
  if (!before?.hash) throw new Error('none');
  const line = {
    runId,
    subject: 'run',
    version: 2,
    at: second(999),
    type: 'finished',
    data: { status: 'succeeded' },
  } as const;
  const { event } = linked({ version: 2 }, line, { version: 1, head: before.hash });
  const items = stored.items.map((item) =>
    item.subject === 'run' ? { ...item, fields: { ...item.fields, head: event.hash } } : item,
  );
  const events = [...forged.events, event].toSorted((one, other) =>
    placeInHistory(one) < placeInHistory(other) ? -1 : 1,
  );
  expect(verifyStored({ runId, items, events })).toMatchObject([
    {
      subject: 'run',
      expected: 'events that follow from one another',
      found: expect.stringContaining('finished'),
    },
  ]);
});
