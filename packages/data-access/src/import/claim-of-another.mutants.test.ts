import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const applyPlan = 'packages/data-access/src/import/apply-plan.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the next worker begins with the plan, not with what was planned again': {
    file: applyPlan,
    from: 'again.get(step.number) ?? step',
    to: 'step',
  },
  'steps that an earlier worker made are taken for new': {
    file: applyPlan,
    from: 'isRepeat: made === undefined',
    to: 'isRepeat: false',
  },
});
