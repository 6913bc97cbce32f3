import type { MailEvent, Notice } from '@sluice/mail/notice';
import type { Definition } from './definition.ts';

/** What became of one start of a migration. */
export const migrationStatuses = [
  /** Waits for its turn. */
  'planned',
  'running',
  /** Ended: every step did. */
  'succeeded',
  /** Ended: some rows or steps did not land. */
  'partly',
  /** Ended: a step failed, and nothing landed, or the definition could not be used. */
  'failed',
  'undoing',
  'undone',
  /** Ended before it began: the same migration was running. */
  'skipped',
  /** Ended before it began: its time was over. */
  'tooLate',
  'cancelled',
] as const;
export type MigrationStatus = (typeof migrationStatuses)[number];

export const stepStatuses = [
  'waiting',
  'running',
  'succeeded',
  'partly',
  'failed',
  'empty',
  'notBegun',
] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** How many rows ended how, as the runs of a step count them. */
export type StepCounts = Readonly<Record<string, number>>;

export interface StepState {
  readonly status: StepStatus;
  /** In the order of their files. */
  readonly runIds: readonly string[];
  readonly counts?: StepCounts | undefined;
  /** Why it failed, or what a dry run could not check. */
  readonly reason?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
}

export interface MigrationAsked {
  readonly at: string;
  readonly by: string;
}

/** One start of a migration, and all that became of it. */
export interface MigrationRun {
  /** Of name and scheduled time: a doubled start is the same migration. */
  readonly migrationId: string;
  readonly name: string;
  /** When it was due, or, by hand, asked for: ISO 8601 in UTC. */
  readonly scheduledAt: string;
  /** `schedule`, or who asked for it. */
  readonly startedBy: string;
  readonly status: MigrationStatus;
  /** As it was when this was begun; absent where it could not be used. */
  readonly definition?: Definition | undefined;
  readonly dryRun: boolean;
  readonly emails: readonly string[];
  readonly steps: readonly StepState[];
  readonly reason?: string | undefined;
  readonly createdAt: string;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly cancel?: MigrationAsked | undefined;
  readonly undo?: (MigrationAsked & { readonly counts?: StepCounts | undefined }) | undefined;
  /** How many reminders were sent while its runs waited for a person. */
  readonly reminders?: number | undefined;
  readonly notice?: Notice | undefined;
  /** The newest reports about its mails; the history has every one. */
  readonly mailEvents?: readonly MailEvent[] | undefined;
  /** The state-machine execution that sees to it, and how many there were. */
  readonly execution: string;
  readonly executions: number;
  /** Counts up by one with every write. */
  readonly version: number;
  /** The hash of the last event of its history. */
  readonly head?: string | undefined;
}
