import { shownName } from '@sluice/contract';
import { columnLists } from '../columns/column-lists.ts';
import type { Choice, Proposal } from './settle.ts';

type Shown = Pick<Proposal, 'layout' | 'choices' | 'profile'>;

/** A line for each choice: first those that give a field its values, then what is left out. Without a cell. */
export function proposalLines(proposal: Shown): string[] {
  const leftOut = proposal.choices.filter(({ field }) => field === undefined);
  return [
    ...mappedLines(proposal),
    ...leftOut.map(({ columns, why }) => `${quoted(columns)} is ignored: ${why}`),
  ];
}

/** The same for a mail, which names the ignored columns together. */
export function shortLines(proposal: Shown): string[] {
  const leftOut = proposal.choices.filter(({ field }) => field === undefined);
  const names = leftOut.flatMap(({ columns }) => columns.map(shownName));
  return [...mappedLines(proposal), ...columnLists('Ignored', names)];
}

function mappedLines({ layout, choices, profile }: Shown): string[] {
  const looks = layout === undefined ? [] : [`The sheet looks like ${layout}.`];
  const mapped = choices.flatMap(({ columns, field, score, why }) =>
    field === undefined ? [] : [`${quoted(columns)} → ${field} (${certaintyOf(score)}): ${why}`],
  );
  return [...looks, `Records are found by ${String(profile.lookup)}.`, ...mapped];
}

const quoted = (columns: Choice['columns']) => columns.map((name) => `"${shownName(name)}"`).join(' + ');

/** From a usual word for the field on, or the layout of a known program. */
const likely = 0.8;

/** How certain the score of a choice is, in words. */
export function certaintyOf(score: number): 'certain' | 'likely' | 'a guess' {
  if (score === 1) return 'certain';
  return score >= likely ? 'likely' : 'a guess';
}
