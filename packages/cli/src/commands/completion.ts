import type { Command } from '../command/command.ts';
import type { Completable, Shell } from '../completion/completable.ts';
import { completionScript } from '../completion/scripts.ts';

interface CompletionOptions {
  readonly shell: Shell;
  readonly program: Completable;
}

/** Prints what a shell loads to complete commands and options. */
export const command: Command<CompletionOptions, string> = {
  run: async ({ shell, program }) => completionScript(program, shell),
  text: (script) => script,
  json: (script) => ({ script }),
};
