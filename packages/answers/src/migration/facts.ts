import type { RunStatus } from '@sluice/ledger';
import type { Definition } from '@sluice/ledger/migrations';
import type { MigrationJson } from '@sluice/ledger/views';
import type { RowReasons, ToldFile } from '../run/facts.ts';

/** What is known of a start of a migration. */
export interface MigrationFacts {
  /** As the history API answers it. */
  readonly migration: MigrationJson;
  /** The runs of each step, where more is known of them than their ids. */
  readonly runs?: readonly (readonly StepRunFacts[])[] | undefined;
  /** What was to be done, where it is known whole. */
  readonly definition?: Definition | undefined;
  /** Where the console is, without a slash at its end; absent in a stack without one. */
  readonly consoleUrl?: string | undefined;
  /** The runs that wait for a person, while the migration waits for them. */
  readonly waiting?: readonly string[] | undefined;
  /** Of a start that did not begin: what its schedule does next. */
  readonly upcoming?: Upcoming | undefined;
}

export interface Upcoming {
  readonly isPaused: boolean;
  /** When it is due (ISO 8601), if it is. */
  readonly at?: string | undefined;
}

export interface StepRunFacts {
  readonly runId: string;
  readonly fileName: string;
  /** The sheet of a workbook, if its step names one. */
  readonly sheet?: string | undefined;
  readonly status: RunStatus;
  /** Of a dry run, which writes nothing: whether every row passed. */
  readonly hasPassed?: boolean | undefined;
  /** Whether its file or its rows are to be corrected. */
  readonly hasFailed?: boolean | undefined;
  /** Why it ended like this, in a sentence. */
  readonly reason?: string | undefined;
  /** Signs of a mistake in rows that are each right, in sentences. */
  readonly warnings?: readonly string[] | undefined;
  /** The rows that did not land; absent if all did. */
  readonly refused?: RefusedRows | undefined;
  readonly result?: ToldFile | undefined;
  /** How many records an undo kept, or could not undo. */
  readonly notUndone?: number | undefined;
}

/** What a run of a migration reports of the rows that did not land. */
export type RefusedRows = Omit<RowReasons, 'unknownFor'>;
