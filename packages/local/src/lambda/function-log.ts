import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A function's log. Every line is JSON, also for plain text that the function prints. */
export interface FunctionLog {
  follow(stream: Readable): void;
  line(facts: object): void;
  close(): void;
}

const largestBytes = 20 * 1024 * 1024;

/** Appends to the file. A file that earlier runs have made large is renamed first. */
export function openLog(file: string): FunctionLog {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestBytes) renameSync(file, `${file}.1`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // The function continues when its log cannot be written, for example on a full disk.
  stream.on('error', () => undefined);
  // Output of a function that was stopped is dropped without an error.
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
