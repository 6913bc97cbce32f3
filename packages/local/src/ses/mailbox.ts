import { appendFileSync, writeFileSync } from 'node:fs';
import { readTextIfAny } from '../files.ts';

/** Mails as JSON lines in one file. */
export interface Mailbox {
  kept(): unknown[];
  add(mail: object): void;
  clear(): void;
}

export function openMailbox(file: string): Mailbox {
  return {
    kept: () =>
      (readTextIfAny(file) ?? '')
        .split('\n')
        .map(parsed)
        .filter((mail) => mail !== undefined),
    // The line break comes first: a line that a crash cut off does not take the next one with it.
    add: (mail) => appendFileSync(file, `\n${JSON.stringify(mail)}`, { mode: 0o600, flush: true }),
    clear: () => writeFileSync(file, '', { mode: 0o600 }),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
