import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What a shell completes of a command, as it is declared. */
export interface Completable {
  readonly name: string;
  readonly does: string;
  readonly options: readonly CompletableOption[];
  /** The values of its first argument, if they are known. */
  readonly values: readonly string[];
  readonly takesFile: boolean;
  readonly commands: readonly Completable[];
}

interface CompletableOption {
  /** `--format` */
  readonly long: string;
  readonly does: string;
  /** Undefined if it takes no value. */
  readonly value: 'file' | 'other' | undefined;
  readonly choices: readonly string[];
}

export function completable(command: Command): Completable {
  const [first] = command.registeredArguments;
  return {
    name: command.name(),
    does: command.description(),
    options: command.options.flatMap(({ long, description, flags, argChoices, required, optional }) => {
      if (!long) return [];
      const value = required || optional ? (/<(?:files?|dir)\b/u.test(flags) ? 'file' : 'other') : undefined;
      return { long, does: description, value, choices: argChoices ?? [] };
    }),
    values: first?.argChoices ?? [],
    takesFile: first?.name() === 'file',
    commands: command.commands.map(completable),
  };
}
