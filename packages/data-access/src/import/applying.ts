import type { PlanContext } from './make-plan.ts';
import type { Outcome, PlanStep } from './plan.ts';
import type { ImportRequest } from './request.ts';

/** An import whose plan is being applied. */
export interface Applying extends PlanContext {
  readonly request: ImportRequest;
  readonly now: () => Date;
}

const outcomeOf = {
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
