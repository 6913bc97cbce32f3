import type { SheetError } from '../model/sheet-error.ts';
import type { SheetOptions } from '../model/sheet.ts';
import { outcomeOf, sourceOf, type Source } from './sheets.ts';

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
