import type { PlanContext } from './make-plan.ts';
import type { Outcome, PlanStep } from './plan.ts';
import type { ImportRequest } from './import-request.ts';
import type { RecordWrite } from '../store/record.ts';

/** An import whose plan is being applied. */
export interface Applying extends PlanContext {
  readonly request: ImportRequest;
  readonly now: () => Date;
  /** Keeps steps that are not in the plan, with what they change as it is before, so that they can be undone. */
  readonly keep: (steps: readonly PlanStep[]) => Promise<void>;
  /** All steps of an import, where somebody may have worked on the same chunk before. */
  readonly stepsOf?: (importId: string) => Promise<readonly PlanStep[]>;
  /** Told of each record that this process writes. */
  readonly wrote?: (wrote: Wrote) => void;
}

/** A step as it was made at last, and what was written for it. */
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
