import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const draftColumns = 'packages/console/src/browser/drop/state/draft-columns.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a column that is joined by hand keeps the field that it had alone': {
    file: draftColumns,
    from: 'const rest = without(join.columns.reduce(saidOfFields, draft), join.columns);',
    to: 'const rest = join.columns.reduce(saidOfFields, draft);',
  },
  'what stands between joined columns is lost when they are changed by hand': {
    file: draftColumns,
    from: '[...columns] : { columns: [...columns], with: by }',
    to: '[...columns] : [...columns]',
  },
  'a column that is taken out of a join stops the run as unknown': {
    file: draftColumns,
    from: 'ignore: [...rest.ignore, header] };',
    to: 'ignore: rest.ignore };',
  },
  'steps that a profile states by a column make it unusable once the column is joined': {
    file: draftColumns,
    from: 'without(join.columns.reduce(saidOfFields, draft), join.columns)',
    to: 'without(draft, join.columns)',
  },
});
