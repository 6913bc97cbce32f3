import { readdirSync, readFileSync } from 'node:fs';
import type { SheetOptions } from '../sheet.ts';
import type { SheetError } from '../sheet-error.ts';
import { outcomeOf, sourceOf, type Source } from './sheets.ts';

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

/** A reading as plain data: facts, rows and the refusal. */
export async function readingOf(chunks: readonly Source[], options?: SheetOptions) {
  const { facts, rows, error } = await outcomeOf(sourceOf(...chunks), options);
  const refused = error && { refused: factsOf(error) };
  return facts === undefined ? { ...refused } : { ...withoutUndefined(facts), rows, ...refused };
}

function factsOf({ code, row, column, byteOffset }: SheetError) {
  return withoutUndefined({ code, row, column, byteOffset });
}

function withoutUndefined(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Reads like the flow, and every row. */
export async function readBothWays(...chunks: readonly Source[]) {
  const problems: unknown[] = [];
  const full = await readingOf(chunks);
  const reading = await readingOf(chunks, { onProblem: (problem) => problems.push(factsOf(problem)) });
  const { rows = [], refused } = reading as { rows?: unknown; refused?: unknown };
  return { full, every: { rows, problems, ...(refused !== undefined && { refused }) } };
}
