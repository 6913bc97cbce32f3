import type { Command } from '../command/command.ts';
import type { Exit } from '../io/exit-codes.ts';
import type { Format, Io } from '../io/process-io.ts';
import { laidOut, type Lines } from '../io/columns.ts';

/** Every command, loaded only when it is called, so that help and mistakes are answered at once. */
const runners = {
  local: runner(() => import('./local.ts')),
  plan: runner(() => import('./plan.ts')),
  template: runner(() => import('./template.ts')),
  export: runner(() => import('./export.ts')),
  read: runner(() => import('./read.ts')),
  profile: runner(() => import('./profile.ts')),
  profiles: runner(() => import('./profiles.ts')),
  kept: runner(() => import('./kept.ts')),
  suggest: runner(() => import('./suggest.ts')),
  drop: runner(() => import('./drop.ts')),
  accept: runner(() => import('./accept.ts')),
  runs: runner(() => import('./runs.ts')),
  run: runner(() => import('./run.ts')),
  watch: runner(() => import('./watch.ts')),
  costs: runner(() => import('./costs.ts')),
  act: runner(() => import('./act.ts')),
  erase: runner(() => import('./erase.ts')),
  redrive: runner(() => import('./redrive.ts')),
  migrations: runner(() => import('./migrations.ts')),
  migrate: runner(() => import('./migrate.ts')),
  schedule: runner(() => import('./schedule.ts')),
  call: runner(() => import('./call.ts')),
  control: runner(() => import('./control.ts')),
  history: runner(() => import('./history.ts')),
  completion: runner(() => import('./completion.ts')),
  doctor: runner(() => import('./doctor.ts')),
  console: runner(() => import('./console.ts')),
  people: runner(() => import('./people.ts')),
  person: runner(() => import('./person.ts')),
  'audit-verify': runner(() => import('./audit-verify.ts')),
  'audit-changes': runner(() => import('./audit-changes.ts')),
  'audit-export': runner(() => import('./audit-export.ts')),
  'audit-panel-verify': runner(() => import('./audit-panel-verify.ts')),
  'audit-panel-export': runner(() => import('./audit-panel-export.ts')),
};

export type CommandName = keyof typeof runners;
type CommandOptions = { readonly [Name in CommandName]: Parameters<(typeof runners)[Name]>[0] };

export interface InvocationOf<Name extends CommandName> {
  readonly command: Name;
  readonly options: CommandOptions[Name];
}
/** A command with its options. */
export type Invocation = { [Name in CommandName]: InvocationOf<Name> }[CommandName];

export const commands: { readonly [Name in CommandName]: Runner<CommandOptions[Name]> } = runners;

type Runner<Options> = (options: Options, how: Io & { readonly format: Format }) => Promise<Exit>;

/** Runs a command and prints what it returns. */
function runner<Options, Value>(load: () => Promise<{ command: Command<Options, Value> }>): Runner<Options> {
  return async (options, { format, out, paint, width, services }) => {
    const { command } = await load();
    const value = await command.run(options, services);
    const data =
      format === 'text' ? shown(command.text(value, paint), width) : (command.json?.(value) ?? value);
    if (isPieces(data)) for await (const piece of data) await out(piece);
    else if (data instanceof Uint8Array) await out(data);
    else await out(`${typeof data === 'string' ? data : JSON.stringify(data, null, 2)}\n`);
    await command.stay?.(value, services);
    return command.exit?.(value) ?? 'ok';
  };
}

/** Lines for a person end where the terminal does; data stays as it is. */
const shown = <T>(text: T | Lines, width: number): T | string =>
  isLines(text) ? laidOut(text, width) : text;

const isLines = (text: unknown): text is Lines => Array.isArray(text);

function isPieces(data: unknown): data is AsyncIterable<string | Uint8Array> {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
}
