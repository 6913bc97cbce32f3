import { useSignal } from '@preact/signals';
import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import type { PackedRow, RowClass } from '@sluice/import-plan/row-classes';
import { useMemo } from 'preact/hooks';
import { query } from '../../app/place.ts';
import type { GridColumn } from '../../grid/columns.ts';
import { Filters, type GridFilter } from '../../grid/filters.tsx';
import { Grid } from '../../grid/grid.tsx';
import type { GridRow } from '../../grid/source.ts';
import { statuses, type Status } from '../../grid/status.ts';
import { sourceOf } from './packed-rows.tsx';

const all = 'all';

interface Shown {
  readonly label: string;
  readonly blocks: RowBlocks;
  readonly columns: readonly GridColumn[];
  readonly rowOf: (row: PackedRow) => GridRow;
  /** Statuses to name even if no row has them. */
  readonly named?: readonly Status[];
}

/** Rows that ended, by status and by reason. The address of the page may name those that are shown first. */
export function EndedRows({ label, blocks, columns, rowOf, named = [] }: Shown) {
  const filters = useMemo(() => filtersOf(blocks, named), [blocks]);
  const first = query.value.get('show');
  const chosen = useSignal(filters.find(({ id }) => id === first)?.id ?? all);
  const source = useMemo(() => {
    const isWanted = (one: RowClass) => idsOf(one).includes(chosen.value);
    return sourceOf(blocks, rowOf, chosen.value === all ? undefined : isWanted);
  }, [blocks, chosen.value]);
  return (
    <>
      <Filters
        label="Status and reason"
        filters={filters}
        chosen={chosen.value}
        onChoose={(id) => (chosen.value = id)}
      />
      <Grid label={label} columns={columns} source={source} hasStatus />
    </>
  );
}

const reasonId = ({ code, name = '' }: RowClass['reasons'][number]): string => `reason ${code} ${name}`;
/** Under which filters rows of this class are found. */
const idsOf = ({ status, reasons }: RowClass): string[] => [status, ...reasons.map(reasonId)];

function filtersOf({ classes, rows: total }: RowBlocks, named: readonly Status[]): GridFilter[] {
  const filters = new Map<string, GridFilter>();
  const count = (filter: GridFilter) => {
    const known = filters.get(filter.id);
    filters.set(filter.id, known === undefined ? filter : { ...known, rows: known.rows + filter.rows });
  };
  const none = named.map((status) => ({ status, rows: 0 }));
  for (const { status, rows } of [...none, ...classes]) count({ id: status, ...statuses[status], rows });
  for (const { reasons, example, rows } of classes)
    for (const reason of reasons) count({ id: reasonId(reason), name: `Such as “${example}”`, rows });
  return [{ id: all, name: 'All rows', rows: total }, ...filters.values()];
}
