import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const expected = 'packages/data-access/src/import/expected.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an import that plans records again forgets what its dry run found': {
    file: 'packages/data-access/src/import/apply-plan.ts',
    from: 'request: asInDryRun === undefined ? request : asFound(request, plan.steps)',
    to: 'request',
  },
  'what a record set expects is checked in the plan and not when it is planned again': {
    file: 'packages/data-access/src/import/plan-again.ts',
    from: 'const records = steps.flatMap(({ number }) => recordOf(set, number) ?? []);',
    to: 'const records = steps.flatMap(({ number }) => recordOf(set, number) ?? []).map(({ expected: _, ...one }) => one);',
  },
  'another record with the same version is as good': {
    file: expected,
    from: 'match.id === id && match.version === version',
    to: 'match.version === version',
  },
  'the writes of an earlier set count as those of somebody else': {
    file: expected,
    from: 'if (stepNumber(match, importId) !== undefined) return undefined;',
    to: '',
  },
  'what others wrote between two sets of an import counts as its own': {
    file: expected,
    from: "(found !== 'own' && isVersion(match, found))",
    to: "found === 'own' || isVersion(match, found)",
  },
  'a name may stand for another record than in the dry run': {
    file: expected,
    from: 'created.has(foretold) || isDeepStrictEqual(foretold, now)',
    to: 'true',
  },
  'a record that the import creates must have the id of the dry run': {
    file: expected,
    from: 'created.has(foretold) || ',
    to: '',
  },
  'a dry run of other record sets says what is expected': {
    file: 'packages/data-access/src/import/known-dry-runs.ts',
    from: 'plan?.digest === digest ?',
    to: 'plan ?',
  },
  'two versions of a record have one date': {
    file: 'packages/data-access/src/records/fields.ts',
    from: 'justAfter(record.updatedDate)',
    to: 'record.updatedDate',
  },
});
