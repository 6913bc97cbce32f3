import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const own = 'packages/data-access/src/import';

/** Bugs that let a worker change something after it has lost its import. */
export const mutants = mutantsOf(import.meta.url, {
  'a plan is stored over that of another worker': {
    file: `${own}/documents.ts`,
    from: '`${imagesFolder(ref)}/${ref.by}/plan.json`',
    to: '`${imagesFolder(ref)}/plan.json`',
  },
  'a step is planned again and made without asking whether the import still names the worker': {
    file: `${own}/steps-beside-plan.ts`,
    from: '    await held.save({ again: withOneMore(again, by), ...known });\n',
    to: '',
  },
  'no look at the lease after a pause': {
    file: `${own}/apply-steps.ts`,
    from: '  await applying.beat();\n',
    to: '',
  },
  'the next worker refuses items whose list is gone, and the stalled one writes them': {
    file: `${own}/apply-steps.ts`,
    from: 'return !isRepeat || ',
    to: 'return true || ',
  },
  'no webhook is told of items in a list that another one has replaced': {
    file: `${own}/publish-changes.ts`,
    from: 'new Set([first.kind, (await',
    to: 'new Set([(await',
  },
  'a worker takes an import as soon as the lease of another is over by its own clock': {
    file: 'packages/data-access/src/lease/lease.ts',
    from: 'Date.parse(leaseUntil) + clocksDifferMs > ',
    to: 'Date.parse(leaseUntil) > ',
  },
});
