import { CommanderError, type Command } from 'commander';
import { z } from 'zod';
import { CliError } from './cli-error.ts';
import { printable } from './views/columns.ts';
import type { Format, Invocation } from './commands/index.ts';
import { placeSchema, type Place } from './place.ts';
import { declareProgram } from './program.ts';

/** The text of the help, or a command with its options, the format of its data and where it works. */
export type CommandLine =
  | { readonly help: string }
  | { readonly invocation: Invocation; readonly format: Format; readonly place?: Place };

const globalSchema = placeSchema.extend({ format: z.enum(['text', 'json']) });

/** @throws CliError `usage` */
export function parseArgv(argv: readonly string[]): CommandLine {
  const found: { help: string; invocation?: Invocation } = { help: '' };
  const program = declareProgram(
    (text) => (found.help += text),
    (invocation) => (found.invocation = invocation),
  );
  try {
    refuseUnknown(program, argv);
    program.parse(argv.length === 0 ? ['--help'] : argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0)
      throw new CliError('usage', error.message.replace(/^error: /, ''), { cause: error });
  }
  const { invocation, help } = found;
  if (invocation === undefined) return { help };
  const { format, ...place } = globalSchema.parse(program.opts());
  return { invocation, format, ...(Object.keys(place).length > 0 && { place }) };
}

/** Also with --help, since the general help would hide that there is no such command. */
function refuseUnknown(program: Command, argv: readonly string[]): void {
  const [first, second] = program.parseOptions([...argv]).operands;
  const name = first === 'help' ? second : first;
  const isKnown = name === undefined || program.commands.some((command) => command.name() === name);
  if (!isKnown && name !== 'help') throw new CliError('usage', `unknown command '${printable(name)}'`);
}
