import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const own = (file: string) => `packages/data-access/src/${file}`;

/** Bugs by which a list of changes says what did not happen, or leaves out what did. */
export const mutants = mutantsOf(import.meta.url, {
  'what was planned first is shown as made': {
    file: own('import/made-changes.ts'),
    from: '[...stored.plan.steps, ...stored.again].map(',
    to: '[...stored.again, ...stored.plan.steps].map(',
  },
  'outcomes are not compared with their hash': {
    file: own('import/touched.ts'),
    from: 'hashOfOutcomes(outcomes) !== item.outcomesSha256)',
    to: "hashOfOutcomes(outcomes) === '')",
  },
  'a page that ends within an import loses a record': {
    file: own('control/list-changes.ts'),
    from: 'nextCursor: `${place} ${skip + fitting.length}` };',
    to: 'nextCursor: `${place} ${skip + fitting.length + 1}` };',
  },
  'what was undone in the time is left out': {
    file: own('control/list-changes.ts'),
    from: '[ranDate, revert?.startedDate].some(',
    to: '[ranDate, revert && ranDate].some(',
  },
});
