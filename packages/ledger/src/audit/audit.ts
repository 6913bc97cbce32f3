import { sha256 } from '@sluice/aws-kit/hash-chain';
import * as z from 'zod';
import { dayOf } from '../model/order.ts';
import type { LostTime } from '../model/run.ts';
import type { AuditedHistory, OpenList } from './audited-history.ts';
import { keepRecent } from './recent.ts';
import { explained, foundIn, lostTimesIn, type AuditFinding, type Found } from './restores.ts';
import {
  hashesOf,
  sealedRunSchema,
  verifyDates,
  verifyList,
  verifySealed,
  type EventHashes,
  type Seal,
  type SealFinding,
  type SealedRun,
} from './seal.ts';
import { readUntilStable, type Sleep } from './stable-reading.ts';
import { verifyStored, type Stored } from './verify-items.ts';
import { valuesClaimedIn, type ValuesClaim } from './verify-values.ts';
import type { Finding } from './verify-run.ts';

export interface Audit {
  /** Verifies the list of a seal, and every run in it. */
  seal(seal: Seal): Promise<void>;
  /** Verifies a list of a day that is not sealed yet, and every run in it. */
  list(list: OpenList): Promise<void>;
  /** Verifies a run or migration that is not sealed yet, and those that its events name. */
  run(runId: string): Promise<void>;
  result(): Audited;
  /** Of all imports in the verified runs. */
  claims(): readonly ValuesClaim[];
}

export interface Audited {
  readonly runs: number;
  /** Starts of migrations. */
  readonly migrations: number;
  /** Of profiles, and of what migrations are made of. */
  readonly uploads: number;
  readonly events: number;
  /** Runs and migrations that changed during every reading: their events are verified, but not all of their items. */
  readonly underWay: number;
  readonly findings: readonly AuditFinding[];
}

/** How many runs of a list are read at the same time. */
const atOnce = 8;

/** How many event hashes are cached, about 220 bytes each: a run in several seals is read once while it is cached. */
const hashesKept = 160_000;

interface SealedOn {
  readonly run: SealedRun;
  readonly day: string;
  /** Whether all of its events of that day are sealed, as after its end. */
  readonly isOver: boolean;
}

const bySeal = ({ run, day, isOver }: SealedOn, hashes: EventHashes): Finding[] => [
  ...verifySealed(run, { day, hashes }),
  ...(isOver ? verifyDates(run, { day, hashes }) : []),
];

export function createAudit(
  history: Pick<AuditedHistory, 'chain' | 'items' | 'sealedList'>,
  services: { readonly sleep: Sleep },
): Audit {
  const [findings, lost, claims]: [Found[], LostTime[], ValuesClaim[]] = [[], [], []];
  const [seen, underWay, sealedDays] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const known = keepRecent<EventHashes>(hashesKept, weightOf);
  const counts = { migrations: 0, uploads: 0, events: 0 };

  /** Adds what is wrong with it to the findings. @returns what is stored of it */
  async function verify(runId: string, sealed?: SealedOn): Promise<Stored | undefined> {
    const { stored, found, isUnderWay } = await readUntilStable(async () => {
      const read = await readStored(history, runId);
      const isNew = !seen.has(runId);
      return { stored: read, found: read ? wrongWith(read, { sealed, isNew }) : gone(runId, sealed) };
    }, services);
    const lines = stored?.events ?? [];
    if (!seen.has(runId)) {
      countIn(lines, counts);
      lost.push(...lostTimesIn(lines));
      claims.push(...valuesClaimedIn(lines));
    }
    seen.add(runId);
    if (isUnderWay) underWay.add(runId);
    known.set(runId, hashesOf(lines));
    findings.push(...foundIn(lines, found));
    return stored;
  }

  async function sealedRun(sealed: SealedOn): Promise<void> {
    const hashes = known.get(sealed.run.runId);
    if (!hashes || bySeal(sealed, hashes).length > 0) await verify(sealed.run.runId, sealed);
  }

  async function run(runId: string, namedBy?: string): Promise<void> {
    if (seen.has(runId)) return;
    const stored = await verify(runId);
    const lines = stored?.events ?? [];
    findings.push(...foundIn(lines, stored ? unsealed(lines, sealedDays) : missing(runId, namedBy)));
    for (const other of namedIn(lines)) await run(other, runId);
  }

  /** A list that is not the one that was made proves nothing about its runs. */
  async function listed(list: string, wrong: SealFinding[], of: Omit<SealedOn, 'run'>): Promise<void> {
    findings.push(...foundIn([], wrong));
    if (wrong.length > 0) return;
    if (of.isOver) sealedDays.add(of.day);
    await eachOf(list, (run) => sealedRun({ run, ...of }));
  }

  return {
    seal: async (seal) => {
      const list = await history.sealedList(seal.day);
      await listed(list, verifyList(seal, list), { day: seal.day, isOver: true });
    },
    list: async (open) => {
      const text = open.isStored ? await history.sealedList(open.day, open.list) : '';
      await listed(text, verifyOpenList(open, text), { day: open.list, isOver: false });
    },
    run: (runId) => run(runId),
    claims: () => claims,
    result: () => {
      const runs = seen.size - counts.migrations - counts.uploads;
      return { runs, ...counts, underWay: underWay.size, findings: explained(findings, lost) };
    },
  };
}

function countIn(lines: Stored['events'], counts: Record<'migrations' | 'uploads' | 'events', number>): void {
  if (lines.some(({ subject }) => subject === 'migration')) counts.migrations += 1;
  if (lines.some(({ subject }) => subject === 'upload')) counts.uploads += 1;
  counts.events += lines.length;
}

/** Verifies the runs of a list, some at the same time. */
async function eachOf(list: string, verify: (run: SealedRun) => Promise<void>): Promise<void> {
  const lines = list.split('\n').filter((line) => line !== '');
  for (let from = 0; from < lines.length; from += atOnce) {
    const some = lines.slice(from, from + atOnce).map((line) => sealedRunSchema.parse(JSON.parse(line)));
    await Promise.all(some.map(verify));
  }
}

/** Only the ledger's note shows that a list was changed or removed, until its day is sealed. */
function verifyOpenList({ list, isStored, hash }: OpenList, text: string): SealFinding[] {
  const found = isStored ? sha256(text) : 'none';
  if (hash === null || found === hash) return [];
  return [{ seal: list, expected: `the list of runs that was made, ${hash}, as the history notes`, found }];
}

/** Undefined when nothing of the run is stored. */
async function readStored(
  history: Pick<AuditedHistory, 'chain' | 'items'>,
  runId: string,
): Promise<Stored | undefined> {
  const [items, chain] = await Promise.all([history.items(runId), history.chain(runId)]);
  return items || chain ? { runId, items: items ?? [], ...(chain ?? { events: [] }) } : undefined;
}

const namingSchema = z.object({
  migration: z.object({ migrationId: z.string() }).optional(),
  step: z.number().optional(),
  status: z.string().optional(),
  runIds: z.array(z.string()).default([]),
});

/** The migration that started a run, and the runs of a migration's landed steps: all of these must exist. */
export function namedIn(events: Stored['events']): string[] {
  const named = events.flatMap(({ type, data }) => {
    const names = namingSchema.safeParse(data).data;
    return names ? [{ type, ...names }] : [];
  });
  const hasLanded = (step: number | undefined) =>
    named.some(
      (one) =>
        one.type === 'stepEnded' && one.step === step && /^(?:succeeded|partly)$/u.test(one.status ?? ''),
    );
  return named.flatMap(({ type, migration, step, runIds }) => {
    if (type === 'begun') return migration ? [migration.migrationId] : [];
    return type === 'stepBegun' && hasLanded(step) ? runIds : [];
  });
}

/** What is wrong with a run in itself, and compared with its seal. */
function wrongWith(
  stored: Stored,
  { sealed, isNew }: { readonly sealed: SealedOn | undefined; readonly isNew: boolean },
): Finding[] {
  return [...(sealed ? bySeal(sealed, hashesOf(stored.events)) : []), ...(isNew ? verifyStored(stored) : [])];
}

function missing(runId: string, namedBy?: string): Finding[] {
  if (namedBy === undefined) return [];
  return [{ runId, expected: `a history, since that of ${namedBy} names it`, found: 'none' }];
}

/** Of what no list has named: somebody added it later, since whatever begins or changes on a day is sealed with it. */
function unsealed(lines: Stored['events'], sealedDays: ReadonlySet<string>): Finding[] {
  const added = lines.find(({ at }) => sealedDays.has(dayOf(at)));
  if (!added) return [];
  const { runId, subject, version: event, at } = added;
  const expected = 'a line for this history, which has an event of this day';
  return [{ runId, subject, event, seal: dayOf(at), expected, found: 'none' }];
}

/** A run that does not exist is missing only if it was sealed. */
function gone(runId: string, sealed?: SealedOn): Finding[] {
  if (!sealed) return [];
  return [{ runId, seal: sealed.day, expected: 'this run, which was sealed', found: 'no such run' }];
}

function weightOf(hashes: EventHashes): number {
  return [...hashes.values()].reduce((sum, { size }) => sum + size, 0);
}
