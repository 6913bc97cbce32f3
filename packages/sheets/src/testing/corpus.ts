import { readdirSync, readFileSync } from 'node:fs';
import type { SheetOptions } from '../sheet.ts';
import { SheetError } from '../sheet-error.ts';
import { readAll, type Source } from './sheets.ts';

const folder = new URL('../../corpus/text/', import.meta.url);

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** What stands beside it: what it means and how it is read. */
  readonly expected: { readonly means: string; readonly read: unknown; readonly everyRow: unknown };
}

export function corpusFiles(): CorpusFile[] {
  const names = readdirSync(folder);
  const files = names.filter((name) => names.includes(`${name}.json`));
  return files.map((name) => ({
    name,
    bytes: readFileSync(new URL(name, folder)),
    expected: JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as CorpusFile['expected'],
  }));
}

/** All that a reading says, as plain data. */
export async function readingOf(sources: readonly Source[], options: SheetOptions = {}) {
  try {
    const { facts, rows, error } = await readAll(sources, options);
    const known = Object.entries({ ...facts }).filter(([, value]) => value !== undefined);
    const plain = { ...Object.fromEntries(known), rows };
    return error === undefined ? plain : { ...plain, refused: factsOf(error) };
  } catch (error) {
    if (error instanceof SheetError) return { refused: factsOf(error) };
    throw error;
  }
}

function factsOf({ code, row, column, byteOffset }: SheetError) {
  const facts = { code, row, column, byteOffset };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Both ways: as the flow reads it, and every row of it. */
export async function outcomeOf(...sources: readonly Source[]) {
  const problems: unknown[] = [];
  const full = await readingOf(sources);
  const { rows, refused } = await everyRowOf(sources, problems);
  return { full, every: { rows, problems, ...(refused !== undefined && { refused }) } };
}

async function everyRowOf(sources: readonly Source[], problems: unknown[]) {
  const reading = await readingOf(sources, { onProblem: (problem) => problems.push(factsOf(problem)) });
  const { rows = [], refused } = reading as { rows?: unknown; refused?: unknown };
  return { rows, refused };
}
