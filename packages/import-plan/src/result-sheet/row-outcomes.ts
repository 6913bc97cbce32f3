export const rowStatuses = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'landed',
  'skipped',
  'failed',
  'not attempted',
  'unknown',
] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** How one row of the drop ended. */
export interface RowOutcome {
  readonly row: number;
  readonly status: RowStatus;
  /** Only where a person must act. */
  readonly reason?: string | undefined;
  readonly recordId?: string | undefined;
}

/** Outcomes as they are asked for, row by row, ascending on both sides. */
export interface OrderedOutcomes {
  of(row: number): Promise<RowOutcome | undefined>;
  close(): Promise<void>;
}

/** @throws Error where the outcomes are not in order of rows: one would otherwise be lost in silence */
export function outcomesInOrder(outcomes: AsyncIterable<RowOutcome>): OrderedOutcomes {
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
  const reasons = [one.reason, other.reason].filter((reason) => reason !== undefined);
  return reasons.length === 0 ? one : { ...one, reason: reasons.join('; ') };
}
