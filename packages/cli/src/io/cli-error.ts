import type { Exit } from './exit-codes.ts';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Ends a command. The message is for the person: what is wrong, where, and what was expected. */
export class CliError extends Error {
  readonly exit: Exit;

  constructor(exit: Exit, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.exit = exit;
  }
}
