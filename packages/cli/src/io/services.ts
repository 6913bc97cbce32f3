import type { ProgressStep } from '@sluice/answers/run';
import type { Exit } from './exit-codes.ts';

/** A command's access to the outside. */
export interface Services {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The name of the person in the operating system; undefined if there is none. */
  readonly userName: () => string | undefined;
  readonly now: () => Date;
  /** Ends early, without an error, when the signal is aborted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly voice: Voice;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Messages for the person, on stderr; never the data. */
export interface Voice {
  say(line: string): void;
  /** A bar on a terminal, a line now and then elsewhere. */
  progress(step: ProgressStep): void;
  /** Leaves the bar as it is. */
  endProgress(): void;
  /** Why a command ended, as one line of JSON for a program. */
  fail(failure: FailureJson): void;
}

/** With `--format json`, the last line of stderr is `{ "error": … }` with this. */
export interface FailureJson {
  readonly code: Exit;
  /** The status with which the process ends. */
  readonly exitCode: number;
  readonly message: string;
  /** The command that shows the right use; only of `usage`. */
  readonly help?: string;
}
