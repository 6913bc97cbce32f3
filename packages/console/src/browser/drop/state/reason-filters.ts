import type { GridFilter } from '../../grid/filters.tsx';
import type { ReasonGroup } from '../../worker/messages.ts';

export const allRows = 'all';

/** Wrong rows by reason: all of them first, then the largest group. */
export function reasonFilters(groups: readonly ReasonGroup[], all: Omit<GridFilter, 'id'>): GridFilter[] {
  const named = groups.map(({ id, name, example, rows }) => ({
    id: String(id),
    name: rows === 1 ? example : `${name ?? 'Row'}: such as ${example}`,
    rows,
    tone: 'bad' as const,
  }));
  return [{ id: allRows, ...all }, ...named.toSorted((a, b) => b.rows - a.rows)];
}
