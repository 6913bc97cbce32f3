import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const applyPlan = 'packages/data-access/src/import/apply-plan.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a worker takes the place of one that was believed dead': {
    file: applyPlan,
    from: 'startWriting({ store, siteId, worker: worker.owner, now, sleep })',
    to: "startWriting({ store, siteId, worker: 'the import', now, sleep })",
  },
  'steps that were made before a field was filled are taken for new': {
    file: applyPlan,
    from: 'isRepeat: made === undefined',
    to: 'isRepeat: item.attempts > 0',
  },
  'an import waits for its own registration': {
    file: applyPlan,
    from: 'if (error instanceof FieldsNeeded) await writing.end();',
    to: '',
  },
  'records are looked up by a field that is not filled': {
    file: 'packages/data-access/src/lookup-fields/needed-fields.ts',
    from: '        if (missing().length > 0) throw new FieldsNeeded(missing());\n',
    to: '',
  },
  'a worker ends its registration before it writes': {
    file: 'packages/data-access/src/import/apply-plan.ts',
    from: '    await writing.renew();\n',
    to: '    await writing.end();\n',
  },
});
