import {
  hashesOf,
  sealedRunSchema,
  verifyList,
  verifySealed,
  verifyStored,
  type EventHashes,
  type Finding,
  type Seal,
  type SealedRun,
  type SealFinding,
  type Stored,
} from '@sluice/ledger';
import { z } from 'zod';
import type { History } from './history.ts';
import { lookAgain } from './looks.ts';
import { keepRecent } from './recent.ts';
import type { Services } from './services.ts';

export interface Audit {
  /** Looks at the list of a seal, and at every run that it tells of. */
  seal(seal: Seal): Promise<void>;
  /** Looks at a run or migration that no seal told of, and at those that its history names. */
  run(runId: string): Promise<void>;
  result(): Audited;
}

export interface Audited {
  readonly runs: number;
  /** Starts of migrations. */
  readonly migrations: number;
  readonly events: number;
  /** Events that an earlier version wrote without a hash: only their numbers are held. */
  readonly withoutHash: number;
  /** Runs and migrations that were written to during each of a few looks: their chains are held, their items not all. */
  readonly underWay: number;
  readonly findings: readonly (Finding | SealFinding)[];
}

/** Runs of one list that are read at once. */
const atOnce = 8;

/** Hashes of events that are kept, some 140 bytes each: a run that several seals tell of is read once, as long as it is among these. */
const hashesKept = 250_000;

interface SealedOn {
  readonly run: SealedRun;
  readonly day: string;
}

export function createAudit(
  history: Pick<History, 'chain' | 'items' | 'sealedList'>,
  services: Pick<Services, 'sleep'>,
): Audit {
  const findings: (Finding | SealFinding)[] = [];
  const seen = new Set<string>();
  const underWay = new Set<string>();
  const known = keepRecent<EventHashes>(hashesKept, weightOf);
  const counts = createCounts();

  /** Adds what is wrong with it to the findings. @returns what is stored of it */
  async function look(runId: string, sealed?: SealedOn): Promise<Stored | undefined> {
    const { stored, found, isUnderWay } = await lookAgain(async () => {
      const read = await readStored(history, runId);
      return {
        stored: read,
        found: read ? wrongWith(read, { sealed, isNew: !seen.has(runId) }) : gone(runId, sealed),
      };
    }, services);
    const lines = stored?.events ?? [];
    if (!seen.has(runId)) counts.add(lines);
    seen.add(runId);
    if (isUnderWay) underWay.add(runId);
    known.set(runId, hashesOf(lines));
    findings.push(...found);
    return stored;
  }

  async function sealedRun(sealed: SealedOn): Promise<void> {
    const { runId } = sealed.run;
    const hashes = known.get(runId);
    if (hashes && verifySealed(sealed.run, { day: sealed.day, hashes }).length === 0) return;
    await look(runId, sealed);
  }

  async function run(runId: string, namedBy?: string): Promise<void> {
    if (seen.has(runId)) return;
    const stored = await look(runId);
    if (!stored && namedBy !== undefined)
      findings.push({ runId, expected: `this history, which that of ${namedBy} names`, found: 'none' });
    for (const other of namedIn(stored?.events ?? [])) await run(other, runId);
  }

  return {
    seal: async (seal) => {
      const list = await history.sealedList(seal.day);
      const found = verifyList(seal, list);
      findings.push(...found);
      // Lines that were not sealed say nothing of a run.
      if (found.length > 0) return;
      const lines = list.split('\n').filter((line) => line !== '');
      for (let from = 0; from < lines.length; from += atOnce) {
        const some = lines.slice(from, from + atOnce).map((line) => sealedRunSchema.parse(JSON.parse(line)));
        await Promise.all(some.map((one) => sealedRun({ run: one, day: seal.day })));
      }
    },
    run: (runId) => run(runId),
    result: () => {
      const counted = counts.soFar();
      const runs = seen.size - counted.migrations;
      return { runs, ...counted, underWay: underWay.size, findings };
    },
  };
}

/** Undefined where nothing of the run is there. */
async function readStored(
  history: Pick<History, 'chain' | 'items'>,
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

/** The migration that began a run, and the runs of a migration's steps that landed: all of these there are, wherever they are listed. */
function namedIn(events: Stored['events']): string[] {
  const told = events.flatMap(({ type, data }) => {
    const named = namingSchema.safeParse(data).data;
    return named ? [{ type, ...named }] : [];
  });
  const hasLanded = (step: number | undefined) =>
    told.some(
      (one) =>
        one.type === 'stepEnded' && one.step === step && /^(?:succeeded|partly)$/u.test(one.status ?? ''),
    );
  return told.flatMap(({ type, migration, step, runIds }) => {
    if (type === 'begun') return migration ? [migration.migrationId] : [];
    return type === 'stepBegun' && hasLanded(step) ? runIds : [];
  });
}

/** What is wrong with a run as it was read, and what a seal says of it. */
function wrongWith(
  stored: Stored,
  { sealed, isNew }: { readonly sealed: SealedOn | undefined; readonly isNew: boolean },
): Finding[] {
  return [
    ...(sealed ? verifySealed(sealed.run, { day: sealed.day, hashes: hashesOf(stored.events) }) : []),
    ...(isNew ? verifyStored(stored) : []),
  ];
}

/** Of a run that is not there: it is missed when a seal tells of it. */
function gone(runId: string, sealed?: SealedOn): Finding[] {
  if (!sealed) return [];
  return [{ runId, seal: sealed.day, expected: 'this run, which was sealed', found: 'no such run' }];
}

function createCounts() {
  let [migrations, events, withoutHash] = [0, 0, 0];
  return {
    add: (lines: Stored['events']) => {
      if (lines.some(({ subject }) => subject === 'migration')) migrations += 1;
      events += lines.length;
      withoutHash += lines.filter(({ hash }) => hash === undefined).length;
    },
    soFar: () => ({ migrations, events, withoutHash }),
  };
}

function weightOf(hashes: EventHashes): number {
  return [...hashes.values()].reduce((sum, { size }) => sum + size, 0);
}
