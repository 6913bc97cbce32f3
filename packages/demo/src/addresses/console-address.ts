import { newConsoleKey } from '@sluice/local/console-key';
import type { Addresses } from './addresses.ts';

/** Where a browser opens the console for the first time: with a key that is good once. */
export function consoleAddress({ console: { url }, history }: Addresses, now: Date): string {
  return `${url}#key=${newConsoleKey(history.token, now)}`;
}
