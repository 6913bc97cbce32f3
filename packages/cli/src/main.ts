import { parseArgv } from './argv.ts';
import type { Command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import type { Exit } from './exit-codes.ts';
import type { CommandName, CommandOptions, Format, InvocationOf } from './invocation.ts';
import { endProcess, processIo, sayWhy } from './process-io.ts';
import type { Io } from './process-io.ts';

type Runner<Options> = (options: Options, how: Io & { format: Format }) => Promise<Exit>;

/** Loaded when they are called for: help and mistakes answer at once. */
const runners: { readonly [Name in CommandName]: Runner<CommandOptions[Name]> } = {
  local: runner(() => import('./commands/local.ts')),
  plan: runner(() => import('./commands/plan.ts')),
  read: runner(() => import('./commands/read.ts')),
  profile: runner(() => import('./commands/profile.ts')),
  drop: runner(() => import('./commands/drop.ts')),
  runs: runner(() => import('./commands/runs.ts')),
  run: runner(() => import('./commands/run.ts')),
  act: runner(() => import('./commands/act.ts')),
  redrive: runner(() => import('./commands/redrive.ts')),
  migrations: runner(() => import('./commands/migrations.ts')),
  migrate: runner(() => import('./commands/migrate.ts')),
  schedule: runner(() => import('./commands/schedule.ts')),
  call: runner(() => import('./commands/call.ts')),
  control: runner(() => import('./commands/control.ts')),
  history: runner(() => import('./commands/history.ts')),
  'audit-verify': runner(() => import('./commands/audit-verify.ts')),
  'audit-export': runner(() => import('./commands/audit-export.ts')),
};

function runner<Options, Value>(load: () => Promise<{ command: Command<Options, Value> }>): Runner<Options> {
  return async (options, { format, out, paint, services }) => {
    const { command } = await load();
    const value = await command.run(options, services);
    const data = format === 'json' ? command.json(value) : command.text(value, paint);
    if (isPieces(data)) for await (const piece of data) await out(piece);
    else if (data instanceof Uint8Array) await out(data);
    else await out(`${typeof data === 'string' ? data : JSON.stringify(data, null, 2)}\n`);
    await command.stay?.(value, services);
    return command.exit(value);
  };
}

function isPieces(data: unknown): data is AsyncIterable<string> {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
}

function execute<Name extends CommandName>(
  { command, options }: InvocationOf<Name>,
  how: Io & { format: Format },
): Promise<Exit> {
  return runners[command](options, how);
}

/** Runs one command line to its end. @returns the exit status of the process */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<number> {
  try {
    const asked = parseArgv(argv);
    if ('invocation' in asked)
      return exitCodes[await execute(asked.invocation, { ...io, format: asked.format })].status;
    await io.out(asked.help);
    return exitCodes.ok.status;
  } catch (error) {
    return exitCodes[sayWhy(error, io.services)].status;
  }
}

/** The process: its arguments, streams, signals and exit status. */
export async function main(argv: readonly string[]): Promise<void> {
  endProcess(await runCommandLine(argv, processIo()));
}
