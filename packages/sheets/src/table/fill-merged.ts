import { damaged } from '../model/damaged.ts';
import type { FileBudget } from '../model/file-budget.ts';
import type { SheetRow } from '../model/sheet.ts';
import type { CellRange } from './preview.ts';

/** More than a person makes. */
const mostMerges = 100_000;

/** @throws SheetError if a sheet has more merged areas than are filled */
export function checkMerges(count: number): void {
  if (count > mostMerges) throw damaged(`it has more than ${mostMerges} merged areas`);
}

interface Filling {
  /** By their first rows; those of the rows that were read so far are enough. */
  readonly merges: readonly CellRange[];
  /** Of the table. */
  readonly width: number;
  readonly budget: FileBudget;
}

interface Area extends CellRange {
  readonly value: string;
}

/**
 * Gives the blank cells of each merged area the value of its first cell. A value that another program left in one of them stays. Areas
 * that begin above these rows have none.
 */
export async function* filledMerges(
  chunks: AsyncIterable<readonly SheetRow[]>,
  { merges, width, budget }: Filling,
): AsyncGenerator<SheetRow[], void, void> {
  let next = 0;
  let open: Area[] = [];

  function fill(row: SheetRow): SheetRow {
    const { number } = row;
    open = open.filter(({ bottom }) => bottom >= number);
    for (let range = merges[next]; range !== undefined && range.top <= number; range = merges[next]) {
      const value = row.cells[range.left - 1] ?? '';
      if (range.top === number && value !== '') open.push({ ...range, value });
      next += 1;
    }
    if (open.length === 0) return row;
    const cells = [...row.cells];
    for (const { left, right, value } of open)
      for (let at = left - 1; at < Math.min(right, width); at += 1) {
        while (cells.length < at) cells.push('');
        if ((cells[at] ?? '') !== '') continue;
        budget.make(value.length, number);
        cells[at] = value;
      }
    return { ...row, cells };
  }

  for await (const chunk of chunks) yield chunk.map(fill);
}
