import { reasonOf } from '@sluice/contract';
import type { RowOutcome } from '@sluice/import-plan';
import { ObjectNotFound, type Files } from '../ports.ts';
import { problemLineSchema, runKeys } from '../run-objects.ts';

export interface FoundOutcome extends RowOutcome {
  /** The row that it equals. */
  readonly twinOf?: number;
}

/**
 * The rows that failed, were skipped or were filtered out when the sheet was read, in order of rows. The file has them in the order in which they
 * were found, so a row with a twin much further down comes late. Only these late rows are kept in memory. Before the first row
 * comes, `firsts` has the rows that others equal.
 */
export async function* readProblems(
  runId: string,
  files: Pick<Files, 'stream'>,
  firsts = new Set<number>(),
): AsyncGenerator<FoundOutcome> {
  const late: FoundOutcome[] = [];
  for await (const { outcome, isLate } of foundProblems(runId, files)) {
    if (outcome.twinOf !== undefined) firsts.add(outcome.twinOf);
    if (isLate) late.push(outcome);
  }
  late.sort((one, other) => one.row - other.row);
  let next = 0;
  for await (const { outcome, isLate } of foundProblems(runId, files)) {
    if (isLate) continue;
    for (let due = late[next]; due !== undefined && due.row <= outcome.row; due = late[next]) {
      yield due;
      next += 1;
    }
    yield outcome;
  }
  yield* late.slice(next);
}

/** The rows that failed when the sheet was read, in ascending order, 4 bytes each. Those of the last run are remembered. */
export function failedRows(runId: string, files: Pick<Files, 'stream'>): Promise<Uint32Array> {
  const known = remembered.get(files);
  if (known?.runId === runId) return known.rows;
  const rows = readFailedRows(runId, files);
  remembered.set(files, { runId, rows });
  rows.catch(() => remembered.delete(files));
  return rows;
}

const remembered = new WeakMap<object, { readonly runId: string; readonly rows: Promise<Uint32Array> }>();

async function readFailedRows(runId: string, files: Pick<Files, 'stream'>): Promise<Uint32Array> {
  const rows: number[] = [];
  for await (const { outcome } of foundProblems(runId, files))
    if (outcome.status === 'failed') rows.push(outcome.row);
  return Uint32Array.from(rows).toSorted();
}

async function* foundProblems(
  runId: string,
  files: Pick<Files, 'stream'>,
): AsyncGenerator<{ readonly outcome: FoundOutcome; readonly isLate: boolean }> {
  let last = 0;
  for await (const line of linesOf(files.stream({ key: runKeys.problems(runId) }))) {
    const outcome = outcomeOf(line);
    yield { outcome, isLate: outcome.row < last };
    last = Math.max(last, outcome.row);
  }
}

/** There is no object when there was no problem. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of bytes) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (!(error instanceof ObjectNotFound)) throw error;
  }
  if (rest !== '') yield rest;
}

function outcomeOf(line: string): FoundOutcome {
  const problem = problemLineSchema.parse(JSON.parse(line));
  const { row, ...found } = problem;
  if ('filtered' in found) return { row, status: 'filtered' };
  if ('twinOf' in found) return { row, status: 'skipped', twinOf: found.twinOf };
  if ('asExported' in found) return { row, status: 'skipped', reasons: [reasonOf('as_exported')] };
  return 'landedIn' in found
    ? { row, status: 'skipped', reasons: [reasonOf('landed_already', { run: found.landedIn })] }
    : { row, status: 'failed', reasons: [found] };
}
