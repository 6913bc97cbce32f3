import type { RunStatus } from '@sluice/ledger';
import { sheetOf, staged, untilRun, type Staged, type Staging } from './staging.ts';

/** A name of a file that would be markup, and cells that no subject may show. */
const key = 'inbox/members/<b>R&D<b>.csv';
const rowsOf = (n: number) =>
  Array.from({ length: n }, (_, row) => `canary${row}@example.com,"Canary ${row}"`);
const sheet = (n: number) => sheetOf('email,name', ...rowsOf(n));
const leavers = sheetOf('email,deleted', ...rowsOf(3).map((line) => line.replace(/,.*/u, ',true')));

const begun = ({ profile = {}, ...options }: Staging = {}) =>
  staged({ profile: { emails: ['team@example.com'], ...profile }, ...options });

async function ended(world: Staged, text = sheet(3)): Promise<string> {
  const runId = world.drop(key, text);
  await world.settle();
  return runId;
}

const refusesTwo = (record: Readonly<Record<string, unknown>>) =>
  record['name'] === 'Canary 2' ? 'email: another <address>' : undefined;

/** A run that comes to its end, and the lines of its mail. Undefined: this status has no mail. */
export interface Ending {
  readonly run: () => Promise<{ world: Staged; runId: string }>;
  readonly subject: string;
  readonly lines: readonly RegExp[];
}

/** How each status comes about that a mail is about. */
export const endings: Record<RunStatus, Ending | undefined> = {
  reading: undefined,
  queued: undefined,
  checking: undefined,
  awaiting_approval: {
    run: async () => {
      const world = begun({ profile: { guardRails: { mostDeleted: '50 %' } }, hasPreview: false });
      return { world, runId: await ended(world, leavers) };
    },
    subject: 'waits for approval: 3 to delete',
    lines: [
      /3 +would be deleted\n/u,
      /3 of 3 records would be deleted, but the profile allows only 50 % without approval/u,
      /sluice approve [a-z2-7]{26} --plan [0-9a-f]{12}\n/u,
      /plan +[0-9a-f]{12}, s3:\/\/files\/\S+\/results\/plan of /u,
    ],
  },
  importing: undefined,
  undoing: undefined,
  succeeded: {
    run: async () => {
      const world = begun();
      return { world, runId: await ended(world) };
    },
    subject: 'all 3 rows are in',
    lines: [/3 +read\n +3 +created\n/u, /result sheet +s3:\/\/files\//u, /Imports in the service/u],
  },
  partly_succeeded: {
    run: async () => {
      const world = begun({ profile: { invalidRows: 'skip' }, refuse: refusesTwo });
      return { world, runId: await ended(world) };
    },
    subject: '2 of 3 rows are in',
    lines: [/2 +created\n +1 +with errors, not written\n/u, /Row 4: email: another <address>/u],
  },
  rejected: {
    run: async () => {
      const world = begun({ refuse: refusesTwo });
      return { world, runId: await ended(world) };
    },
    subject: 'nothing was imported, 1 row needs correcting',
    lines: [
      /1 +with errors, not written\n +2 +without errors, not written\n/u,
      /Row 4: email/u,
      /^Nothing was imported: 1 of the 3 rows has an error, and every row must be right\.\n\nRows/u,
    ],
  },
  failed: {
    run: async () => {
      const { world, runId } = await asking();
      await world.act(runId, 'decide', { choice: 'notApplied' });
      await world.settle();
      return { world, runId };
    },
    subject: 'the import failed, 0 of 3 rows are in',
    lines: [/3 +without errors, not written\n/u, /\. 3 rows are not\.\n\nRows:/u],
  },
  needs_decision: {
    run: () => asking(),
    subject: '3 rows need your decision',
    lines: [/3 +unknown: you decide\n/u, /--send-again/u, /Batch 1 \(2 rows, sent /u],
  },
  duplicate: {
    run: async () => {
      const world = begun();
      await ended(world);
      return { world, runId: await ended(world) };
    },
    subject: 'imported before, nothing was done',
    lines: [/^Nothing was written: the same content .+\n\n.+\n +same as +[a-z2-7]{26} \(/u, /--again/u],
  },
  superseded: {
    run: async () => {
      const world = begun();
      const runId = world.drop(key, sheet(2), { isEventLost: true });
      world.pass(10);
      await ended(world);
      return { world, runId };
    },
    subject: 'a newer version was imported, nothing was done',
    lines: [/Nothing was written: a newer version of this file/u, /Run [a-z2-7]{26} has imported a newer/u],
  },
  cancelled: {
    run: async () => {
      const world = begun({ runsFor: () => 10_000 });
      const runId = world.drop(key, sheet(3));
      await untilRun(world, runId, 'checking');
      await world.act(runId, 'cancel');
      await world.settle();
      return { world, runId };
    },
    subject: 'cancelled, 0 of 3 rows are in',
    lines: [/3 +without errors, not written\n/u, /Cancelled by ana during the dry run/u],
  },
  undone: {
    run: async () => {
      const world = begun({ undone: keptOne });
      const runId = await ended(world);
      await world.act(runId, 'undo');
      await world.settle();
      return { world, runId };
    },
    subject: '2 records undone, 1 not',
    lines: [
      /2 records undone, 1 kept because somebody changed it since\./u,
      /undone by +ana/u,
      /undo report/u,
    ],
  },
};

const keptOne = (lookup: string) =>
  lookup === 'canary1@example.com' ? { outcome: 'kept' as const, reason: 'changed since' } : undefined;

/** Deletions that nobody answers: a person is asked. */
export async function asking() {
  const world = begun({
    scripted: ({ step, command }) =>
      step === 'submitReal' && command === 'import' ? 'undelivered' : undefined,
  });
  return { world, runId: await ended(world, leavers) };
}
