import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import type { PackedRow, RowClass } from '@sluice/import-plan/row-classes';
import type { ComponentChildren } from 'preact';
import { useAnswer } from '../../app/use-answer.ts';
import { resultBlocks } from '../../grid/result-blocks.ts';
import type { GridRow, GridSource } from '../../grid/source.ts';
import { Problem, Wait } from '../../parts/notices.tsx';

interface Shown {
  readonly runId: string;
  readonly file: 'rows' | 'planRows' | 'undoRows';
  /** The sheet beside which they are: with another one they are read anew. */
  readonly sheetKey?: string | undefined;
  readonly children: (blocks: RowBlocks) => ComponentChildren;
}

/** Shows rows of a run once their index is read. An erase removes rows whole, which is no fault. */
export function PackedRows({ runId, file, sheetKey, children }: Shown) {
  const { data, error } = useAnswer({ load: () => resultBlocks(runId, file), of: [runId, file, sheetKey] });
  if (data !== undefined) return <>{children(data)}</>;
  if (error?.code === 'not_found') return <p class="notice">{gone}</p>;
  return error === undefined ? <Wait /> : <Problem error={error} />;
}

const gone =
  'These rows are not kept any more: somebody erased a record from them, or their time is over. What is left of their sheet can be saved from the page of the run.';

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
