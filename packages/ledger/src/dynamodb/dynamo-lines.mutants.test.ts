import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const submissionMoves = 'packages/ledger/src/dynamodb/submission-moves.ts';
const histories = 'packages/ledger/src/dynamodb/histories.ts';

export const mutants = mutantsOf(import.meta.url, {
  'full lines are dropped where they should move': {
    file: submissionMoves,
    from: 'actions: [put, putNew(table, earlierLines(after, lines))]',
    to: 'actions: [put]',
  },
  'full lines move and stay': {
    file: submissionMoves,
    from: 'isFull ? [line] : [...lines, line]',
    to: '[...lines, line]',
  },
  'full lines move one too few': {
    file: submissionMoves,
    from: 'earlierLines(after, lines)',
    to: 'earlierLines(after, lines.slice(1))',
  },
  'lines that moved while somebody read are listed twice': {
    file: histories,
    from: '.filter(({ version }) => version < first)',
    to: '',
  },
  'a history leaves out the lines that moved': {
    file: histories,
    from: '  if (first > 1)',
    to: '  if (first < 1)',
  },
});
