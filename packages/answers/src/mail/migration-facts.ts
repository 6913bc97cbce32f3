import type { MailedFile } from './mailed-file.ts';
import type { RunFacts } from './run-facts.ts';

/** What the mail of one migration contains. */
export interface MigrationFacts {
  /** Where the console is, without a slash at its end; absent in a stack without one. */
  readonly consoleUrl?: string | undefined;
  readonly migrationId: string;
  readonly name: string;
  readonly status: string;
  readonly scheduledAt: string;
  readonly startedBy: string;
  /** Who uploaded the definition. */
  readonly definedBy?: string | undefined;
  readonly dryRun: boolean;
  readonly reason?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly steps: readonly StepFacts[];
  /** The runs that wait for a person, while the migration waits for them. */
  readonly waiting?: readonly string[] | undefined;
  readonly undo?: { readonly by: string; readonly counts: Readonly<Record<string, number>> } | undefined;
  /** The number of the first step that failed, from 1. */
  readonly failedStep?: number | undefined;
  /** What repairs it: what each command does, and the command as it can be pasted. */
  readonly repair?: readonly (readonly [what: string, command: string])[] | undefined;
  /** Of a start that did not begin: what its schedule does next. */
  readonly upcoming?: Upcoming | undefined;
}

export interface Upcoming {
  readonly isPaused: boolean;
  /** When it is due (ISO 8601), if it is. */
  readonly at?: string | undefined;
}

export interface StepFacts {
  /** The name of the step, or where its files are. */
  readonly title: string;
  readonly source: string;
  readonly status: string;
  readonly counts?: Readonly<Record<string, number>> | undefined;
  readonly reason?: string | undefined;
  readonly runs: readonly StepRunFacts[];
}

export interface StepRunFacts {
  readonly runId: string;
  readonly fileName: string;
  /** The sheet of a workbook, if its step names one. */
  readonly sheet?: string | undefined;
  /** That of the run; in a dry run `passed` or `not passed`. */
  readonly status: string;
  /** Whether its file or its rows are to be corrected. */
  readonly hasFailed?: boolean | undefined;
  /** Why it ended like this, in a sentence. */
  readonly reason?: string | undefined;
  /** Signs of a mistake in rows that are each right, in sentences. */
  readonly warnings?: readonly string[] | undefined;
  /** The rows that did not land; absent if all did. */
  readonly refused?: RefusedRows | undefined;
  readonly result?: MailedFile | undefined;
  /** How many records an undo kept, or could not undo. */
  readonly notUndone?: number | undefined;
}

/** What a run of a migration reports of the rows that did not land. */
export type RefusedRows = Required<Pick<RunFacts, 'problems' | 'problemsInAll' | 'notAttemptedFor'>>;
