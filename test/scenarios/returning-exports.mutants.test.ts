import { mutantsOf } from '../mutants/mutant.ts';

const returning = 'packages/import-plan/src/result-sheet/returning-rows.ts';
const changed = 'packages/flow/src/attempts/changed-rows.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a row that nobody has edited is sent': {
    file: returning,
    from: "return { kind: 'asExported' };",
    to: 'return undefined;',
  },
  'an export of another system counts': {
    file: returning,
    from: '|| isForeign) return undefined;',
    to: ') return undefined;',
  },
  'a reference counts for the record of another row': {
    file: returning,
    from: 'if (!row.had(lookup, record[lookup])) return undefined;',
    to: '',
  },
  'an earlier drop of the same export is taken for somebody else': {
    file: changed,
    from: '!isOwnChange(change, { outcome, diff }, schema)',
    to: 'change !== undefined',
  },
  'what an earlier drop found counts as written by it': {
    file: 'packages/import-plan/src/export/changed-since.ts',
    from: 'return made !== undefined && areSame(schema, field, [stored, made[1]]);',
    to: 'return made === undefined || areSame(schema, field, [stored, made[1]]);',
  },
  'a batch of which every row is left out is refused': {
    file: 'packages/flow/src/attempts/check-batch.ts',
    from: '? failed.length === 0\n',
    to: '? false\n',
  },
  'a batch of which every row is left out is imported': {
    file: 'packages/ledger/src/history/beginnings.ts',
    from: ' && (counts?.skipped ?? 0) < rows',
    to: '',
  },
  'rows that are left out since others changed them count twice': {
    file: 'packages/ledger/src/submission/counts.ts',
    from: 'failed: counts.failed, skipped: counts.skipped };',
    to: 'failed: counts.failed };',
  },
  'a row of an export that did not land loses its reference': {
    file: 'packages/flow/src/report/references.ts',
    from: "sent?.exported?.references[row] ?? ''",
    to: "''",
  },
});
