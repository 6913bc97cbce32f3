import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A function's log: JSON lines, whatever the function prints. */
export interface FunctionLog {
  follow(stream: Readable): void;
  line(facts: object): void;
  close(): void;
}

const largestBytes = 20 * 1024 * 1024;

/** Appends to the file; one that has grown large over earlier runs is set aside first. */
export function openLog(file: string): FunctionLog {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestBytes) renameSync(file, `${file}.1`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A log that cannot be written, on a full disk say, is no reason to stop working.
  stream.on('error', () => undefined);
  // What a stopped function still has to say is not worth an error.
  const write = (text: string): void => {
    if (!stream.writableEnded) stream.write(`${text}\n`);
  };
  return {
    line: (facts) => write(JSON.stringify(facts)),
    follow: (source) => {
      createInterface({ input: source }).on('line', (text) => {
        if (text !== '') write(isJsonObject(text) ? text : JSON.stringify({ time: now(), message: text }));
      });
    },
    close: () => stream.end(),
  };
}

export function now(): string {
  return new Date().toISOString();
}

function isJsonObject(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
