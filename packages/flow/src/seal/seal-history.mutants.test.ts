import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const openDays = 'packages/flow/src/seal/open-days.ts';

export const mutants = mutantsOf(import.meta.url, {
  'the seal of a day forgets the runs that only its hourly lists have': {
    file: 'packages/flow/src/seal/seal-history.ts',
    from: 'for (const [runId, run] of earlier.runs) lines.set(',
    to: 'for (const [runId, run] of earlier.runs) if (lines.has(runId)) lines.set(',
  },
  'a run that was rewritten after an hourly list is sealed as it is now': {
    file: 'packages/ledger/src/audit/seal.ts',
    from: '[...heads.filter((head) => !isThere(head)), ...now]',
    to: '[...heads.filter((head) => now.length === 0 && !isThere(head)), ...now]',
  },
  'an hourly list is trusted without the note of the ledger': {
    file: openDays,
    from: 'if (noted !== hash) replaced.push(list);\n    else for',
    to: 'for',
  },
  'a seal that somebody put ahead ends the sealing': {
    file: 'packages/flow/src/seal/seal-history.ts',
    from: 'sealed.findLast((one) => !isEarly(one, now()))',
    to: 'sealed.at(-1)',
  },
  'an hour without new runs writes a list': {
    file: openDays,
    from: '    if (lines.size === 0) continue;\n',
    to: '',
  },
  'a list that somebody put ahead is sealed in silence': {
    file: 'packages/flow/src/seal/seal-history.ts',
    from: 'if (!made.isWhole) replaced.push(day);',
    to: '',
  },
});
