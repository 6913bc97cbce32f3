import { readdirSync, readFileSync } from 'node:fs';
import type { SheetOptions } from '../model/sheet.ts';

interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The JSON file with the same name. */
  readonly expected: {
    /** What is special about the file, and how it is read. */
    readonly means: string;
    readonly options?: SheetOptions;
    readonly read: unknown;
    readonly everyRow?: unknown;
    /** A part of the message of the refusal. */
    readonly message?: string;
  };
}

export function corpusFiles(kind: 'text' | 'xlsx' | 'ods'): CorpusFile[] {
  const folder = new URL(`../../corpus/${kind}/`, import.meta.url);
  const names = readdirSync(folder);
  const files = names.filter((name) => names.includes(`${name}.json`));
  return files.map((name) => ({
    name,
    bytes: readFileSync(new URL(name, folder)),
    expected: JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as CorpusFile['expected'],
  }));
}
