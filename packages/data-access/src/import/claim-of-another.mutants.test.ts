import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

const claims = 'packages/data-access/src/records/claims.ts';
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
  'a worker takes a value that was given up without asking whether it has the import': {
    file: 'packages/data-access/src/import/step-writes.ts',
    from: "claim.kind === 'free' && claim.isGivenUp",
    to: "claim.kind === 'taken' && claim.record === undefined",
  },
  'a claim of a record that does not exist yet is taken away': {
    file: claims,
    from: 'round < roundsAtMost && record; round += 1) {\n    if (matchesKey',
    to: 'round < roundsAtMost; round += 1) {\n    if (record && matchesKey',
    proof: tested('packages/data-access/src/import/concurrent-imports.test.ts'),
  },
  'a claim is used again though its record has another value by now': {
    file: claims,
    from: '    id = await lookups.reclaim(siteId, entry, id);\n    if (id === entry.id) break;\n',
    to: '    break;\n',
  },
});
