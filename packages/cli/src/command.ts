import type { Paint } from './paint.ts';
import type { Exit } from './exit-codes.ts';
import type { Services } from './services.ts';

/** One command: options in, value out; how the value is told to people and to programs, and how the process ends. */
export interface Command<Options, Value> {
  readonly run: (options: Options, services: Services) => Promise<Value>;
  readonly text: (value: Value, paint: Paint) => string | Uint8Array | AsyncIterable<string>;
  /** What `--format json` prints: a value for JSON, or bytes or pieces of text as they are. */
  readonly json: (value: Value) => unknown;
  readonly exit: (value: Value) => Exit;
  /** Stays after the value was printed, until it resolves. */
  readonly stay?: (value: Value, services: Services) => Promise<void>;
}
