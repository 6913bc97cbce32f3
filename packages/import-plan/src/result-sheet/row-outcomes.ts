import type { Reason } from '@sluice/contract';

export const rowStatuses = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'landed',
  'skipped',
  'filtered',
  'failed',
  'not attempted',
  'unknown',
] as const;
export type RowStatus = (typeof rowStatuses)[number];

export interface RecordOutcome {
  readonly status: RowStatus;
  readonly recordId?: string | undefined;
}

/** How one row of the drop ended. */
export interface RowOutcome extends RecordOutcome {
  readonly row: number;
  /** Only if a person must act. */
  readonly reasons?: readonly Reason[] | undefined;
  /** What its result says of what it wrote. Absent if it was not sent: it keeps the one that it was dropped with. */
  readonly reference?: string | undefined;
  /** How its records ended, if it has several. */
  readonly records?: readonly RecordOutcome[] | undefined;
}

/**
 * Outcomes row by row; both the outcomes and the requested rows must ascend.
 * @throws Error if the outcomes are not in order of rows, since one would be lost
 */
export function outcomesInOrder(outcomes: AsyncIterable<RowOutcome>) {
  const source = outcomes[Symbol.asyncIterator]();
  let next: RowOutcome | undefined;
  let ended = false;

  async function pull(): Promise<void> {
    const result = await source.next();
    ended = result.done === true;
    const found = result.done ? undefined : result.value;
    if (next !== undefined && found !== undefined && found.row < next.row) {
      throw new Error(`outcomes are not in order: row ${found.row} comes after row ${next.row}`);
    }
    next = found;
  }

  async function of(row: number): Promise<RowOutcome | undefined> {
    let joined: RowOutcome | undefined;
    while (!ended && (next === undefined || next.row <= row)) {
      if (next?.row === row) joined = join(joined, next);
      await pull();
    }
    return joined;
  }

  return { of, close: async () => void (await source.return?.()) };
}

function join(one: RowOutcome | undefined, other: RowOutcome): RowOutcome {
  if (one === undefined) return other;
  const reasons = [one, other].flatMap((outcome) => outcome.reasons ?? []);
  return reasons.length === 0 ? one : { ...one, reasons };
}
