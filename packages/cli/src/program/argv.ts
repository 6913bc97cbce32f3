import { CommanderError, type Command } from 'commander';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Invocation } from '../commands/index.ts';
import type { Format } from '../io/process-io.ts';
import { commandLine } from '../io/shell.ts';
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
    const isIncomplete = error.code === 'commander.help';
    const message = isIncomplete ? missingCommand(program, argv) : inOurWords(error.message);
    if (error.exitCode !== 0) throw new CliError('usage', message, { cause: error });
  }
  const { invocation, help } = found;
  if (invocation === undefined) return { help };
  const { format, ...place } = globalSchema.parse(program.opts());
  return { invocation, format, ...(Object.keys(place).length > 0 && { place }) };
}

/** For `audit`, which is nothing by itself. */
function missingCommand(program: Command, argv: readonly string[]): string {
  const [name] = program.parseOptions([...argv]).operands;
  const found = program.commands.find((command) => command.name() === name);
  const names = (found?.commands ?? []).map((command) => command.name());
  return `${name}: expected one of: ${names.filter((each) => each !== 'help').join(', ')}.`;
}

/** `--port 70000: Expected …`, as our own messages name an option and its value. */
function inOurWords(message: string): string {
  return message
    .replace(/^error: /u, '')
    .replace(/^option '(--[\w-]+)(?: [^']*)?' argument '(.*)' is invalid\. /su, '$1 $2: ')
    .replace(/^command-argument value '(.*)' is invalid for argument '\w+'\. /su, '$1: ')
    .replace(/^missing required argument '(\w+)'$/u, '$1 is missing.')
    .replace(/Allowed choices are /u, 'expected one of: ')
    .replace(/: Expected /u, ': expected ')
    .replace(/\n\(Did you mean (.*)\?\)$/u, '. Did you mean $1?');
}

/** Also with --help, since the general help would hide that there is no such command. */
function refuseUnknown(program: Command, argv: readonly string[]): void {
  const [first, second] = program.parseOptions([...argv]).operands;
  const name = first === 'help' ? second : first;
  const isKnown = name === undefined || program.commands.some((command) => command.name() === name);
  // Parsed alone, it is refused with the command that was meant.
  if (!isKnown && name !== 'help') program.parse([name], { from: 'user' });
}

/** The format that is asked for, also by a command line that cannot be parsed. */
export function formatIn(argv: readonly string[]): Format {
  const at = argv.findLastIndex((word) => word === '--format');
  const isJson = (at >= 0 && argv[at + 1] === 'json') || argv.includes('--format=json');
  return isJson ? 'json' : 'text';
}

/** The help that a person needs after a mistake: of the command, if there is one. */
export function helpFor(argv: readonly string[]): string {
  const program = declareProgram(
    () => undefined,
    () => undefined,
  );
  const [name = ''] = program.parseOptions([...argv]).operands;
  const isKnown = program.commands.some((command) => command.name() === name);
  return commandLine(...(isKnown ? [name] : []), '--help');
}
