import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const row = 'packages/import-plan/src/result-sheet/exported-row.ts';
const since = 'packages/import-plan/src/export/changed-since.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a value of one field counts for another': {
    file: row,
    from: 'JSON.stringify([field, comparable(',
    to: 'JSON.stringify([comparable(',
  },
  'a flag that was never set is another value than false': {
    file: row,
    from: "if (spec.type === 'boolean') return value === true;",
    to: '',
  },
  'a value counts for any export': {
    file: row,
    from: '`${id} ${schema.name} ${text}`',
    to: '`${schema.name} ${text}`',
  },
  "the site's own fields are compared by type, not by text": {
    file: row,
    from: "typeof value === 'string' ? value : JSON.stringify(value);",
    to: 'JSON.stringify(value);',
  },
  'a record that was deleted since is created again': {
    file: since,
    from: "if (outcome === 'created') return [{ field: lookup, isGone: true }];",
    to: '',
  },
  'a deletion ignores what was blank in the sheet': {
    file: since,
    from: 'Object.hasOwn(record, field) || row.had(field, null)',
    to: 'Object.hasOwn(record, field)',
  },
});
