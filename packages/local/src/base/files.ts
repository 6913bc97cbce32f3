import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { ZodType } from 'zod';

/** Writes the whole file or nothing. Only the owner can read it. It is on the disk when this returns. */
function writeFileAtomically(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}

export function writeJson(file: string, value: unknown): void {
  writeFileAtomically(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** The parsed file, or undefined when there is none. */
export function readJson<T>(file: string, schema: ZodType<T>): T | undefined {
  const text = readTextIfAny(file);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}

export function readTextIfAny(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

export function removeFile(file: string): void {
  rmSync(file, { force: true });
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
