import type { Table } from './table.ts';

/** What a bench is given by its entry. */
export interface Running {
  /** A folder of its own, removed afterwards. */
  readonly folder: string;
  /** Says what is going on. */
  readonly say: (line: string) => void;
  /** Shows what was measured. */
  readonly show: (table: Table) => void;
}

/** One set of measurements: `node bench/index.ts <name> [its flags]`. */
export interface Bench {
  readonly what: string;
  /** Its flags, as `--help` says them. */
  readonly flags: string;
  readonly run: (argv: readonly string[], running: Running) => Promise<void>;
}

/** A flag that is wrong: said in one line, without a stack. */
export class FlagError extends Error {
  override readonly name = 'FlagError';
}

export function wholeNumber(flag: string, text: string): number {
  const value = Number(text.replaceAll(/[_,]/g, ''));
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new FlagError(`${flag}: expected a whole number above 0, such as 1000; got ${text}.`);
}

/** What `parse` makes of the flags; what it does not take is said in a line. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof TypeError ? new FlagError(error.message) : error;
  }
}

/** Ascending. One number stands for itself and the usual sizes below it. */
export function sizesOf(flag: string, text: string, usual: readonly number[]): number[] {
  const named = text.split(',').map((word) => wholeNumber(flag, word));
  const [largest = 0] = named;
  const sizes = named.length > 1 ? named : [...usual.filter((size) => size < largest), largest];
  return sizes.toSorted((a, b) => a - b);
}
