import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

const rails = 'packages/import-plan/src/profile/guard-rails.ts';
const preview = 'packages/flow/src/attempts/preview.ts';

/** Ways around guard rails. */
export const mutants = mutantsOf(import.meta.url, {
  'only some guard rails are compared with the dry runs': {
    file: rails,
    from: 'Object.keys({ ...guardRails, ...stackGuardRails }).length > 0',
    to: 'Object.keys({ ...guardRails, ...stackGuardRails, mostDeleted: 0 }).length > 1',
  },
  'guard rails count rows, though a row has several records': {
    file: preview,
    from: 'recordCounts: countRecords(rows)',
    to: 'recordCounts: countRecords(composed(rows))',
  },
  'a share is of the rows, though a row has several records': {
    file: rails,
    from: 'record: Object.values(records).reduce<number>((sum, count = 0) => sum + count, -unknown)',
    to: 'record: rows.read - rows.filtered',
  },
  'a deletion that a server does not foretell counts as none': {
    file: preview,
    from: 'const status = askedOf(record);',
    to: "const status = record === undefined ? askedOf(record) : ('landed' as const);",
  },
  'a plan keeps the mapping of a column in the second record to itself': {
    file: 'packages/import-plan/src/columns/match-records.ts',
    from: 'return others.length > 0 && others.every(isAlike) ? [shared] : uses;',
    to: 'return others.length > 0 ? [shared] : uses;',
    proof: tested('packages/import-plan/src/plan/plan-file.test.ts'),
  },
});
