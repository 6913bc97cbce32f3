import { sha256 } from '@sluice/aws-kit/hash-chain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryAuditHead } from '../../testing/memory/memory-audit-head.ts';
import { auditHash, nextEvent, type AuditEvent } from './audit-event.ts';
import { appendEvent, auditKey, type StoredEvent } from './audit-log.ts';
import { createMemoryAuditLog } from '../../testing/memory/memory-audit-log.ts';
import { verifyAudit } from './verify-audit.ts';

/** A log of so many acts, as the panel writes it. */
async function aLog(acts: number) {
  const [audit, auditHead] = [createMemoryAuditLog(), createMemoryAuditHead()];
  const services = { audit, store: { auditHead } };
  for (let act = 1; act <= acts; act += 1) {
    const who = { requestId: `r${act}`, operation: 'createList', by: 'ana', from: '192.0.2.7', at: `${act}` };
    const { version } = await appendEvent(
      { ...who, type: 'requested', data: { input: { name: 'A' } } },
      services,
    );
    await appendEvent({ ...who, type: 'done', data: { requested: version, after: { name: 'A' } } }, services);
  }
  const stored = audit.stored();
  const head = await auditHead.get();
  return { stored, head, events: stored.map(({ text = '' }) => JSON.parse(text) as AuditEvent) };
}

const textOf = (event: object): string => JSON.stringify(event);
const rehashed = (event: AuditEvent): AuditEvent => ({ ...event, hash: auditHash(event) });

/** What somebody may do to the event at an index: the objects afterwards, and the number of the event that shows it. */
type Forgery = (
  log: { stored: readonly StoredEvent[]; events: readonly AuditEvent[] },
  at: number,
) => { readonly stored: readonly StoredEvent[]; readonly shows: readonly (number | string)[] };

const changes: Partial<AuditEvent>[] = [
  { by: 'ben' },
  { from: '203.0.113.9' },
  { at: '2026-01-01' },
  { operation: 'createToken' },
  { requestId: 'other' },
  { type: 'refused' },
  { data: {} },
  { prev: 'other' },
  { version: 7_000 },
];

const put = (stored: readonly StoredEvent[], at: number, text: string | undefined) =>
  stored.map((one, index) => (index === at ? { ...one, text } : one));

const forgeries: Readonly<Record<string, Forgery>> = {
  ...Object.fromEntries(
    changes.flatMap((change) => {
      const [field = ''] = Object.keys(change);
      const forge =
        (finish: (event: AuditEvent) => AuditEvent): Forgery =>
        ({ stored, events }, at) => ({
          stored: put(stored, at, textOf(finish({ ...events[at]!, ...change }))),
          // The next event names the hash that was; the head names the last.
          shows: [at + 1, at + 2, 7_000],
        });
      return [
        [`changes ${field}`, forge((event) => event)],
        [`changes ${field} and its hash`, forge(rehashed)],
      ];
    }),
  ),
  'removes it': ({ stored }, at) => ({ stored: stored.filter((_, index) => index !== at), shows: [at + 1] }),
  'hides it by a deletion': ({ stored }, at) => ({
    stored: stored.flatMap((one, index) =>
      index === at ? [{ ...one, text: undefined, versionId: '2' }, one] : [one],
    ),
    shows: [at + 1],
  }),
  'puts another version': ({ stored, events }, at) => ({
    stored: stored.flatMap((one, index) =>
      index === at
        ? [{ ...one, versionId: '2', text: textOf(rehashed({ ...events[at]!, by: 'ben' })) }, one]
        : [one],
    ),
    shows: [at + 1],
  }),
  'puts something else above it': ({ stored }, at) => ({
    stored: stored.flatMap((one, index) =>
      index === at ? [{ ...one, versionId: '2', text: 'x' }, one] : [one],
    ),
    shows: [at + 1],
  }),
  'replaces it by something else': ({ stored }, at) => ({ stored: put(stored, at, 'x'), shows: [at + 1] }),
  'swaps it with the next': ({ stored }, at) => {
    const [one, next] = [stored[at]?.text, stored[at + 1]?.text];
    return { stored: put(put(stored, at, next), at + 1, one), shows: [at + 1] };
  },
  'removes it and all after it': ({ stored }, at) => ({ stored: stored.slice(0, at), shows: [at + 1] }),
  'rewrites it and all after it': ({ stored, events }, at) => {
    let head = at === 0 ? undefined : events[at - 1];
    const rewritten = events.slice(at).map(({ version: _, prev: __, hash: ___, ...line }) => {
      head = nextEvent({ ...line, by: 'ben' }, head);
      return head;
    });
    return {
      stored: [
        ...stored.slice(0, at),
        ...rewritten.map((event, n) => ({ ...stored[at + n]!, text: textOf(event) })),
      ],
      shows: [events.length],
    };
  },
  'adds one that never was': ({ stored, events }) => {
    const last = events.at(-1)!;
    const event = nextEvent({ ...last, requestId: sha256('other') }, last);
    return {
      stored: [...stored, { key: auditKey(event.version), versionId: '1', text: textOf(event) }],
      shows: [event.version],
    };
  },
};

describe('verifyAudit', () => {
  it('finds nothing in a log as the panel wrote it, also while the head is behind', async () => {
    for (const acts of [0, 1, 5]) {
      const { stored, head, events } = await aLog(acts);
      expect(verifyAudit(stored, head)).toEqual({ events, findings: [], unfinished: [] });
    }
    const { stored, events } = await aLog(3);
    expect(verifyAudit(stored, events[3]).findings).toEqual([]);
    expect(verifyAudit(stored.slice(0, 5), events[4])).toMatchObject({ findings: [], unfinished: [5] });
  });

  it.each(Object.entries(forgeries))('finds the event when somebody %s', async (_, forge) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.nat(), async (acts, n) => {
        const { stored, head, events } = await aLog(acts);
        // The last event has no next one to swap with.
        const forged = forge({ stored, events }, n % (events.length - 1));
        const { findings } = verifyAudit(forged.stored, head);
        expect(findings.map(({ event }) => event).some((event) => forged.shows.includes(event))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('finds a head that is missing, and objects that are no events', async () => {
    const { stored, head } = await aLog(2);
    expect(verifyAudit(stored, undefined).findings).toMatchObject([{ event: 4, found: 'none' }]);
    const other = { key: 'panel/other.txt', versionId: '1', text: 'x' };
    expect(verifyAudit([...stored, other], head).findings).toMatchObject([{ event: 'panel/other.txt' }]);
  });
});
