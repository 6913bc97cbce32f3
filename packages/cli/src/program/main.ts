import { formatIn, helpFor, parseArgv } from './argv.ts';
import { commands, type CommandName, type InvocationOf } from '../commands/index.ts';
import { exitCodes, type Exit } from '../io/exit-codes.ts';
import { environmentOf, namingCommands, printsData } from './place.ts';
import { endProcess, processIo, reportFailure, type Io, type Format } from '../io/process-io.ts';

function execute<Name extends CommandName>(
  { command, options }: InvocationOf<Name>,
  how: Io & { readonly format: Format },
): Promise<Exit> {
  return commands[command](options, how);
}

/** Runs one command line to its end. @returns the exit status of the process */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<number> {
  let named = namingCommands(io, {});
  try {
    const parsed = parseArgv(argv);
    if ('invocation' in parsed) {
      const { invocation, format, place = {} } = parsed;
      const env = environmentOf(place, invocation, io.services.env);
      const isData = format === 'json' || printsData.includes(invocation.command);
      named = namingCommands(io, { place, isData });
      const how = { ...named, services: { ...named.services, env }, format };
      return exitCodes[await execute(invocation, how)].status;
    }
    await named.out(parsed.help);
    return exitCodes.ok.status;
  } catch (error) {
    return exitCodes[reportFailure(error, named.services, { help: helpFor(argv), format: formatIn(argv) })]
      .status;
  }
}

/** The process: its arguments, streams, signals and exit status. */
export async function main(argv: readonly string[]): Promise<void> {
  endProcess(await runCommandLine(argv, processIo()));
}
