/** What a run that had ended hears of imports whose ids came after that (invariant 4). */
import type { Run } from './model.ts';

/** An import of a run that had ended when its importId came. */
export interface LateImport {
  readonly at: string;
  readonly batch: number;
  readonly importId: string;
  /** How it ended in the service's own word, or why that could not be learned; absent while it is awaited. */
  readonly status?: string | undefined;
}

export type Named = Pick<LateImport, 'batch' | 'importId'>;

export function isHeard({ late = [] }: Pick<Run, 'late'>, { batch, importId }: Named): boolean {
  return late.some((one) => one.batch === batch && one.importId === importId);
}

/** Those whose end is awaited. */
export function awaitedLate({ late = [] }: Pick<Run, 'late'>): LateImport[] {
  return late.filter(({ status }) => status === undefined);
}

/** With the end of one of them; the same list where that is known, or nothing is. */
export function withEnd(
  { late = [] }: Pick<Run, 'late'>,
  { batch, importId, status }: Named & { readonly status: string },
): readonly LateImport[] {
  return late.map((one) =>
    one.batch === batch && one.importId === importId && one.status === undefined ? { ...one, status } : one,
  );
}
