import { beforeAll, describe, expect, it } from 'vitest';
import { eventHash } from '../history/chain.ts';
import { ledgerEventSchema, type LedgerEvent } from '../model/event.ts';
import { aLongHistory } from '../testing/long-history.ts';
import { type History, verifyRun } from './verify-run.ts';

/** Of 36 batches: each is like the others, and their numbers have one or two digits. */
const length = 300;
let history: History;
beforeAll(async () => {
  history = await aLongHistory(length);
});

/** Hashes each unchanged line only once for thousands of histories. A changed line is another object. */
const known = new WeakMap<LedgerEvent, string>();
function hashOnce(event: LedgerEvent): string {
  const hash = known.get(event) ?? eventHash(event);
  known.set(event, hash);
  return hash;
}

const found = (events: readonly LedgerEvent[]) => verifyRun({ ...history, events }, hashOnce);
const withLine = (index: number, line: LedgerEvent) => history.events.with(index, line);
const lineAt = (index: number): LedgerEvent => {
  const line = history.events[index];
  if (!line) throw new Error(`no line ${index}`);
  return line;
};
/** Swaps the contents of two events, but not their places. */
function swapContents(a: number, b: number, hashes?: 'with hashes'): readonly LedgerEvent[] {
  const [one, other] = [lineAt(a), lineAt(b)];
  const contentOf = ({ at, type, data, prev, hash }: LedgerEvent) => ({
    ...{ at, type, data },
    ...(hashes && { prev, hash }),
  });
  return withLine(a, { ...one, ...contentOf(other) }).with(b, { ...other, ...contentOf(one) });
}
const isSame = (one: LedgerEvent, other: LedgerEvent) => JSON.stringify(one) === JSON.stringify(other);
const each = Array.from({ length }, (_, index) => index);

describe(`in a history of ${length} events (invariant 21)`, () => {
  it('nothing is found if nothing was changed', () => {
    expect(history.events).toHaveLength(length);
    expect(verifyRun(history)).toEqual([]);
  });

  /** The possible changes of each field of a line. */
  const changes: Readonly<Record<string, (line: LedgerEvent) => LedgerEvent>> = {
    run: (line) => ({ ...line, runId: 'another' }),
    subject: (line) => ({ ...line, subject: line.subject === 'run' ? '1/dry' : 'run' }),
    number: (line) => ({ ...line, version: line.version + 1 }),
    time: (line) => ({ ...line, at: `${line.at.slice(0, -2)}9Z` }),
    type: (line) => ({ ...line, type: `${line.type}x` }),
    'new data': (line) => ({ ...line, data: { ...line.data, more: 1 } }),
    'no data': (line) => ({ ...line, data: {} }),
    'the hash before': (line) => ({ ...line, prev: 'f'.repeat(64) }),
    'no hash before': ({ prev: _prev, ...line }) => line,
    'its own hash': (line) => ({ ...line, hash: 'f'.repeat(64) }),
  };

  it.each(Object.entries(changes))('every change of each event is found: %s', (_name, change) => {
    for (const [index, line] of history.events.entries()) {
      const changed = change(line);
      // The first line of a chain has no line before it, and some lines have no data.
      if (isSame(changed, line)) continue;
      expect(found(withLine(index, changed)).length, `event ${index}`).toBeGreaterThan(0);
    }
  });

  it('every change of a single event with a valid hash is found, with its place', () => {
    for (const index of each) {
      const changed = { ...lineAt(index), data: { forged: true } };
      const line = { ...changed, hash: eventHash(changed) };
      const findings = found(withLine(index, line));
      const { subject, version } = line;
      const places = findings.map((one) => `${one.subject} ${one.event}`);
      expect(
        [`${subject} ${version}`, `${subject} ${version + 1}`].some((place) => places.includes(place)),
      ).toBe(true);
    }
  });

  it('every removal of a single event is found, with its number', () => {
    for (const index of each) {
      const { subject, version } = lineAt(index);
      expect(found(history.events.toSpliced(index, 1)), `event ${index}`).toContainEqual(
        expect.objectContaining({ subject, event: version }),
      );
    }
  });

  const neighbours = each.slice(1).map((index) => [index - 1, index] as const);
  const farApart = each.map((index) => [index, (index * 389 + 211) % length] as const);

  it.each([
    ['neighbours', neighbours],
    ['events far apart', farApart.filter(([one, other]) => one !== other)],
  ])('every swap of %s in the list is found, and of their contents, with or without hashes', (_of, pairs) => {
    for (const [one, other] of pairs) {
      const moved = history.events.with(one, lineAt(other)).with(other, lineAt(one));
      for (const swapped of [moved, swapContents(one, other), swapContents(one, other, 'with hashes')])
        expect(found(swapped).length, `events ${one} and ${other}`).toBeGreaterThan(0);
    }
  });

  it.each(['7/dry', '7/real'])('a submission that was removed with its history is found: %s', (gone) => {
    const events = history.events.filter(({ subject }) => subject !== gone);
    const heads = history.heads.filter(({ subject }) => subject !== gone);
    expect(verifyRun({ ...history, heads, events })).toMatchObject([{ subject: gone, event: 1 }]);
  });
});

it('an event without its hash is no event (invariant 21)', () => {
  const { hash: _hash, ...bare } = lineAt(0);
  expect(ledgerEventSchema.safeParse(lineAt(0)).success).toBe(true);
  expect(ledgerEventSchema.safeParse(bare).success).toBe(false);
});

it('an event of an earlier release verifies by the form in which it was hashed (invariant 21)', () => {
  const data = { proposal: { '!': 1, 10: 'a' } };
  const { form: _form, ...line } = { ...lineAt(0), data };
  const hash = 'a6535cb01594f2c1798f123a925db6d60d43df8e1c28c04a17318eec0122ba83';
  expect(eventHash(line)).toBe(hash);
  expect(eventHash({ ...line, form: 2 })).not.toBe(hash);
});
