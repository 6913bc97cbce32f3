import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import type { PackedRow, RowClass } from '@sluice/import-plan/row-classes';
import type { ComponentChildren } from 'preact';
import { useAnswer } from '../../app/use-answer.ts';
import { resultBlocks } from '../../grid/result-blocks.ts';
import type { GridRow, GridSource } from '../../grid/source.ts';
import { RowsProblem, Wait } from '../../parts/notices.tsx';

interface Shown {
  readonly runId: string;
  readonly file: 'rows' | 'planRows' | 'undoRows';
  /** The sheet beside which they are: with another one they are read anew. */
  readonly sheetKey?: string | undefined;
  readonly children: (blocks: RowBlocks) => ComponentChildren;
}

/** Shows rows of a run once their index is read. */
export function PackedRows({ runId, file, sheetKey, children }: Shown) {
  const { data, error } = useAnswer({ load: () => resultBlocks(runId, file), of: [runId, file, sheetKey] });
  if (data !== undefined) return <>{children(data)}</>;
  return error === undefined ? <Wait /> : <RowsProblem error={error} />;
}

/** The rows whose class is wanted, or all of them. */
export function sourceOf(
  blocks: RowBlocks,
  rowOf: (row: PackedRow) => GridRow,
  isWanted?: (one: RowClass) => boolean,
): GridSource {
  const places = isWanted && blocks.placesOf(isWanted);
  return {
    rowCount: places?.length ?? blocks.rows,
    rows: async (from, to) => {
      const wanted = places?.slice(from, to) ?? Array.from({ length: to - from }, (_, at) => from + at);
      return (await blocks.at(wanted)).map(rowOf);
    },
  };
}
