import { shownName } from '@sluice/contract';
import type { Proposal } from './propose.ts';

/** A line for each choice: first those that give a field its values, then what is left out. Without a cell. */
export function proposalLines({ layout, choices, profile }: Proposal): string[] {
  const quoted = (columns: readonly string[]) => columns.map((name) => `"${shownName(name)}"`).join(' + ');
  const found = `Records are found by ${String(profile.lookup)}.`;
  const mapped = choices.flatMap(({ columns, field, score, why }) =>
    field === undefined ? [] : [`${quoted(columns)} → ${field} (${score.toFixed(2)}): ${why}`],
  );
  const ignored = choices.flatMap(({ columns, field, why }) =>
    field === undefined ? [`${quoted(columns)} is ignored: ${why}`] : [],
  );
  return [...(layout === undefined ? [] : [`The sheet looks like ${layout}.`]), found, ...mapped, ...ignored];
}
