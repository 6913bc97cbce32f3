import type { Exit } from '../io/exit-codes.ts';
import type { Services } from '../io/services.ts';
import type { Lines, Paint } from '../io/columns.ts';

/** One command: options in, a value out, how the value is printed, and how the process ends. */
export interface Command<Options, Value> {
  readonly run: (options: Options, services: Services) => Promise<Value>;
  /** Lines for a person, or data as it is. */
  readonly text: (
    value: Value,
    paint: Paint,
  ) => Lines | string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** What `--format json` prints: a value for JSON, or bytes or pieces of text as they are. The value itself when absent. */
  readonly json?: (value: Value) => unknown;
  /** `ok` when absent. */
  readonly exit?: (value: Value) => Exit;
  /** Keeps the process alive after the value was printed, until this resolves. */
  readonly stay?: (value: Value, services: Services) => Promise<void>;
}
