import { createMemoryRateBudgets } from '@sluice/ledger/testing';
import { LedgerError, type Ledger, type Run, type Submission } from '@sluice/ledger';
import { createMemoryLedger, createMemoryMigrations } from '@sluice/ledger/testing';
import { buckets, type Cloud } from './cloud.ts';
import type { Ways } from './effects.ts';
import { emailNotifier, type Machine, type Queue } from './flow.ts';
import {
  mailWays,
  memoryDeadLetters,
  memoryDefinitions,
  memoryFiles,
  memoryInbox,
  memoryMachine,
  memoryMailer,
  memoryQueue,
  memorySchedules,
  memorySeals,
  memorySources,
  memoryVersions,
  sendHalf,
} from './memory.ts';
import { awaited, memoryReverts, memoryService } from './service-port.ts';
import { calls, reads, watched, writes, type Effect } from './watched.ts';

const busy = () => new LedgerError('busy', 'The table stayed too busy');

/** A ledger or anything else over the table: it may be busy, before or after it did what it was asked. */
const tableWays: Ways<unknown> = {
  unsent: () => {
    throw busy();
  },
  lost: async (act) => {
    await act();
    throw busy();
  },
};

const ledgerReads = [
  'run wholeRun runs runPage openRuns nextInLane standingAside mayAskForLane batch batches submission submissions events eventPage submissionEvents',
  'itemPage submissionPage runWithProgress inboxCursor sealNotes firstDay changedOn migration stored migrationsOf openMigrations read',
]
  .join(' ')
  .split(' ');

/** A ledger whose list of open runs may be an earlier one. */
function withStaleLists(ledger: Ledger): { ledger: Ledger; stale: () => Promise<unknown> } {
  let before: unknown = [];
  const openRuns = async () => {
    const runs = await ledger.openRuns();
    before = runs;
    return runs;
  };
  return { ledger: { ...ledger, openRuns }, stale: async () => before };
}

/** Everything that the flow reaches out for, in memory, with a fault wherever one is decided. */
export function createPorts(cloud: Cloud, effect: Effect, watch: LedgerWatch) {
  const { now } = cloud;
  const memory = watchedWrites(createMemoryLedger({ now }), watch);
  const migrations = createMemoryMigrations({ now });
  const budgets = createMemoryRateBudgets();
  const { ledger, stale } = withStaleLists(memory);
  const ofTable = (method: string): Ways<unknown> =>
    method === 'openRuns' ? { ...tableWays, stale } : tableWays;
  const table = { reads: ledgerReads, ways: ofTable, kinds: { openRuns: [...reads, 'stale'] } } as const;
  const files = (bucket: string) =>
    watched(effect, memoryFiles(cloud, bucket), { name: 'files', reads: ['get', 'about'] });
  const versions = (bucket: string) =>
    watched(effect, memoryVersions(cloud, bucket), { name: 'versions', reads: ['text'] });
  const queue = <M extends object>(name: string): Queue<M> =>
    watched(effect, memoryQueue<M>(cloud, name), {
      name,
      kinds: { send: [...writes, 'twice', 'partly'] },
      ways: (_method, [messages]) => ({ partly: () => sendHalf(cloud, name, messages) }),
    });
  const machine = (name: string): Machine =>
    watched(effect, memoryMachine(cloud, name), { name, reads: ['isRunning'] });

  return {
    /** Without effects, for checks and scenarios. */
    unwatched: { ledger: memory, migrations },
    ledger: watched(effect, ledger, { name: 'ledger', ...table }),
    migrations: watched(effect, migrations, { name: 'migrations', ...table }),
    budgets: watched(effect, budgets, { name: 'budgets', ...table }),
    drops: files(buckets.drops),
    files: files(buckets.files),
    fileVersions: versions(buckets.files),
    dropVersions: versions(buckets.drops),
    arrivals: queue<object>('arrivals'),
    batches: queue<object>('batches'),
    definitions: queue<object>('definitions'),
    machine: machine('m'),
    migrationsMachine: machine('migrations'),
    notifier: emailNotifier(watched(effect, memoryMailer(cloud), { name: 'mailer', ways: () => mailWays })),
    service: memoryService(cloud, effect),
    reverts: watched(effect, memoryReverts(cloud), {
      name: 'reverts',
      kinds: { revert: calls },
      ways: () => awaited,
    }),
    schedules: watched(effect, memorySchedules(cloud), { name: 'schedules' }),
    inbox: watched(effect, memoryInbox(cloud), { name: 'inbox', reads: ['page'] }),
    definitionFiles: watched(effect, memoryDefinitions(cloud), { name: 'definitions', reads: ['keysSince'] }),
    sources: watched(effect, memorySources(cloud), { name: 'sources', reads: ['find', 'list'] }),
    seals: { ...memorySeals(cloud), files: files(buckets.audit) },
    deadLetters: (name: string) =>
      watched(effect, memoryDeadLetters(cloud, name), { name: 'deadLetters', reads: ['receive'] }),
  };
}

export type Ports = ReturnType<typeof createPorts>;

/** Receives what a write left. */
export interface LedgerWatch {
  run(after: Run): void;
  submission(after: Submission): void;
}

function watchedWrites(ledger: Ledger, watch: LedgerWatch): Ledger {
  const submissionsOf = async (runId: string) => {
    for (const one of await ledger.submissions(runId)) watch.submission(one);
  };
  return {
    ...ledger,
    beginRun: async (facts) => {
      const begun = await ledger.beginRun(facts);
      watch.run(begun.run);
      return begun;
    },
    moveRun: async (runId, event) => {
      const moved = await ledger.moveRun(runId, event);
      watch.run(moved.now);
      return moved;
    },
    takeLane: async (runId, at) => {
      const taken = await ledger.takeLane(runId, at);
      watch.run(taken.run);
      return taken;
    },
    planBatch: async (batch) => {
      await ledger.planBatch(batch);
      await submissionsOf(batch.runId);
    },
    planRealSubmissions: async (batches) => {
      await ledger.planRealSubmissions(batches);
      for (const { runId } of batches.slice(0, 1)) await submissionsOf(runId);
    },
    moveSubmission: async (ref, event, known) => {
      const moved = await ledger.moveSubmission(ref, event, known);
      watch.submission(moved.now);
      return moved;
    },
  };
}
