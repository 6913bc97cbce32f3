import { meantBy } from '@sluice/contract';
import { CliError } from './cli-error.ts';
import { printable } from '@sluice/contract/words';

interface Named {
  readonly name: string;
  readonly known: readonly string[];
  /** The command that lists them, if they are too many for a message. */
  readonly list?: string;
}

/** A name that is none of those known: with the one that was meant, else with all. */
export function unknownName(what: string, { name, known, list }: Named): CliError {
  const near = meantBy(name, known);
  const all = list === undefined ? `one of: ${known.join(', ')}` : `one that \`${list}\` lists`;
  const expected = near === undefined ? `Expected ${all}.` : `Did you mean ${near}?`;
  return new CliError('usage', printable(`${what}. ${expected}`));
}
