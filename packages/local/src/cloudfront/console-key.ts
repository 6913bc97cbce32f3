import { createHmac, randomBytes } from 'node:crypto';
import { isEqual } from '../iam/signature.ts';

/**
 * A key that opens the pages of a system on this machine once, in the fragment of their address. Whoever has its token makes
 * one; nothing has to be asked.
 *
 * @param token the bearer token of the system
 */
export function newConsoleKey(token: string, now: Date): string {
  const made = `${now.getTime()}.${randomBytes(16).toString('base64url')}`;
  return `${made}.${signatureOf(made, token)}`;
}

/** Takes each key once. Those that were made before this run are worthless, since it cannot know which of them were used. */
export class ConsoleKeys {
  readonly #token: string;
  readonly #since: number;
  readonly #taken = new Set<string>();

  constructor(token: string, since: Date) {
    this.#token = token;
    this.#since = since.getTime();
  }

  take(key: string): boolean {
    const at = key.lastIndexOf('.');
    const made = key.slice(0, at);
    if (!isEqual(key.slice(at + 1), signatureOf(made, this.#token))) return false;
    if (Number(made.split('.', 1)[0]) < this.#since || this.#taken.has(made)) return false;
    this.#taken.add(made);
    return true;
  }
}

const signatureOf = (made: string, token: string): string =>
  createHmac('sha256', token).update(`console ${made}`).digest('base64url');
