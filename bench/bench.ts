import { parseArgs } from 'node:util';
import type { Table } from './table.ts';

export interface Running {
  readonly options: Options;
  /** A new folder, which is removed afterwards. */
  readonly folder: string;
  /** Reports progress. */
  readonly say: (line: string) => void;
  readonly show: (table: Table) => void;
}

export interface Options {
  readonly whole: (name: string) => number;
  /** Whole numbers, separated by commas, ascending. */
  readonly sizes: (name: string) => number[];
  /** Whether to measure a part: all of them, unless `--only` names one. */
  readonly isSelected: (part: string) => boolean;
}

/** One set of measurements: `npm run bench -- NAME [options]`. */
export interface Bench {
  readonly what: string;
  /** Each option with its default. */
  readonly options: Readonly<Record<string, string>>;
  /** The choices of `--only`. */
  readonly parts?: readonly string[];
  readonly run: (running: Running) => Promise<void>;
}

/** A wrong option, reported without a stack. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** @throws OptionError */
export function optionsOf({ options: defaults, parts = [] }: Bench, args: readonly string[]): Options {
  const values = { ...defaults, ...parsed([...Object.keys(defaults), 'only'], args) };
  const { only } = values;
  if (only !== undefined && !parts.includes(only))
    throw new OptionError(`--only: expected one of: ${parts.join(', ')}; got ${only}.`);
  for (const name of Object.keys(defaults)) sizes(name);
  function sizes(name: string): number[] {
    const numbers = (values[name] ?? '').split(',').map((text) => {
      const value = Number(text);
      if (Number.isSafeInteger(value) && value > 0) return value;
      throw new OptionError(`--${name}: expected a whole number above 0, such as 1000; got ${text}.`);
    });
    return numbers.toSorted((a, b) => a - b);
  }
  return {
    sizes,
    whole: (name) => sizes(name)[0] ?? Number.NaN,
    isSelected: (part) => only === undefined || only === part,
  };
}

function parsed(names: readonly string[], args: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return { ...parseArgs({ args: [...args], options }).values };
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}
