import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small change of the source. */
export interface Change {
  readonly file: string;
  /** The exact text, which the file has once. */
  readonly from: string;
  readonly to: string;
}

/** Makes changes that stay. */
export function applied(folder: string, changes: readonly Change[]): void {
  for (const change of changes) {
    const path = join(folder, change.file);
    writeFileSync(path, mutated(readFileSync(path, 'utf8'), change));
  }
}

/** @throws where the source has changed, so that a mutant never goes stale unseen */
export function mutated(text: string, { file, from, to }: Change): string {
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} has this ${count} times, expected once: ${from}`);
  return text.replace(from, () => to);
}
