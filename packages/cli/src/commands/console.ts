import type { Command } from '../command.ts';
import { findSystem } from '../system/find-system.ts';

interface ConsoleJson {
  readonly url: string;
}

/** Prints where a browser opens the console. */
export const command: Command<object, ConsoleJson> = {
  run: async (_options, services) => ({ url: await (await findSystem(services)).consoleUrl() }),
  text: ({ url }) => `${url}\n`,
};
