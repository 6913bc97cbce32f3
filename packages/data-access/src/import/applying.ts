import type { PlanContext } from './make-plan.ts';
import type { Outcome, PlanStep } from './plan.ts';
import type { UseOf } from '../records/use.ts';
import type { ImportRequest } from './import-request.ts';
import type { RecordWrite, StoredRecord } from '../store/record.ts';

export interface Applying extends PlanContext {
  readonly request: ImportRequest;
  /** Which entries a write needs. */
  readonly use: UseOf;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  /** Stores steps that are not in the plan, so that they can be undone, and so that the next worker begins with them. */
  readonly keep: (steps: readonly PlanStep[]) => Promise<void>;
  /** Reads all steps of an import. */
  readonly stepsOf: (importId: string) => Promise<readonly PlanStep[]>;
  /** What the call that wrote a record found. Undefined for other writers, and once it is no longer stored. */
  readonly beforeCall: (written: StoredRecord) => Promise<StoredRecord | undefined>;
  /** Awaited before records are written. Fails when the worker has lost the import. */
  readonly beat: () => Promise<void>;
  /** The same whatever the worker's clock says. */
  readonly ask: () => Promise<unknown>;
  /** Whether an earlier worker may have made some of the steps. */
  readonly isRepeat: boolean;
  /** Receives each record that this process writes. */
  readonly wrote?: (wrote: Wrote) => void;
}

export interface Wrote {
  readonly step: PlanStep;
  readonly write: RecordWrite;
}

export const outcomeOf = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  unchanged: 'unchanged',
} as const;

export const madeOf = ({ number, action, id }: Pick<PlanStep, 'number' | 'action' | 'id'>): Outcome => ({
  number,
  id,
  outcome: outcomeOf[action],
});
