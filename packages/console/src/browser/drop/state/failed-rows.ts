import { mostCharacters, type RowClass } from '@sluice/import-plan/row-classes';
import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import { resultRow } from '../../grid/result-row.ts';
import type { GridRow, GridSource } from '../../grid/source.ts';
import { wrongIn } from '../../grid/wrong-in.ts';
import { editedRow, shifted } from '../../worker/edits.ts';
import type { Edits, ReasonGroup, RowReason } from '../../worker/messages.ts';

type Reason = RowClass['reasons'][number];
const keyOf = ({ code, name }: Reason): string => JSON.stringify([code, name]);

/** The failed rows of a result by reason. A row with several reasons is in the group of each. */
export function failedGroups(classes: readonly RowClass[]): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const { status, reasons, example, rows } of classes)
    for (const { code, name } of status === 'failed' ? reasons : []) {
      const key = keyOf({ code, name });
      const known = groups.get(key) ?? { id: groups.size, code, name, example, rows: 0 };
      groups.set(key, { ...known, rows: known.rows + rows });
    }
  return [...groups.values()];
}

/** Whether rows that ended so have failed, for this reason if one is stated. */
export const hasFailed =
  (group?: ReasonGroup) =>
  ({ status, reasons }: RowClass): boolean =>
    status === 'failed' &&
    (group === undefined || reasons.some((one) => keyOf(one) === keyOf(group as Reason)));

/** The numbers of the rows that have not landed. */
export async function notLanded(blocks: RowBlocks): Promise<ReadonlySet<number>> {
  const places = blocks.placesOf(({ status }) => status === 'failed' || status === 'not attempted');
  const rows = new Set<number>();
  for (let at = 0; at < places.length; at += rowsAtOnce)
    for (const { row } of await blocks.at(places.slice(at, at + rowsAtOnce))) rows.add(row);
  return rows;
}
const rowsAtOnce = 1024;

interface Corrected {
  readonly edits: Edits;
  /** What is wrong with each of these rows as they are now; undefined until they are checked. */
  readonly problems: ((rows: readonly number[]) => Promise<readonly (readonly RowReason[])[]>) | undefined;
}

/** The rows at these places of a result, as they were corrected. */
export function correctedSource(
  blocks: RowBlocks,
  places: readonly number[],
  { edits, problems }: Corrected,
): GridSource {
  const { header } = blocks;
  return {
    rowCount: places.length,
    rows: async (from, to) => {
      const rows = (await blocks.at(places.slice(from, to))).map((packed) => {
        const before = { number: packed.row, cells: packed.cells };
        const after = editedRow(before, edits);
        return { packed, cells: after.cells, isChanged: after !== before };
      });
      const changed = rows.flatMap(({ packed, isChanged }) => (isChanged ? [packed.row] : []));
      const found = await problems?.(changed);
      const wrong = new Map(changed.map((row, at) => [row, found?.[at] ?? []]));
      return rows.map(({ packed, cells, isChanged }): GridRow => {
        const fixed = cutCells(shifted(packed.cells, edits.shifts.get(packed.row)));
        if (!isChanged) return { ...resultRow(packed, header), fixed };
        const problems = wrong.get(packed.row) ?? [];
        const status = problems.length === 0 ? 'changed' : 'wrong';
        return { number: packed.row, status, cells, ...wrongIn(problems, header), fixed };
      });
    },
  };
}

/** Cells of which the result has only a part. */
const cutCells = (cells: readonly string[]): ReadonlySet<number> =>
  new Set(cells.flatMap(({ length }, at) => (length > mostCharacters ? [at] : [])));
