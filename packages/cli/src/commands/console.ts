import type { Command } from '../command/command.ts';
import { findSystem } from '../find/find-system.ts';

interface ConsoleJson {
  readonly url: string;
}

/** Prints where a browser opens the console. */
export const command: Command<object, ConsoleJson> = {
  run: async (_options, services) => ({ url: await (await findSystem(services)).consoleUrl() }),
  text: ({ url }) => `${url}\n`,
};
