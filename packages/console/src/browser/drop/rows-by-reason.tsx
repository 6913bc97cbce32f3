import type { Signal } from '@preact/signals';
import type { GridColumn } from '../grid/columns.ts';
import { Filters } from '../grid/filters.tsx';
import { Grid } from '../grid/grid.tsx';
import type { GridSource } from '../grid/source.ts';
import type { ReasonGroup } from '../worker/messages.ts';
import { Corrections } from './corrections-list.tsx';
import type { DropState } from './state/drop-state.ts';
import { GroupCorrection } from './group-correction.tsx';
import { allRows, reasonFilters } from './state/reason-filters.ts';

interface Props {
  readonly state: DropState;
  /** What all of the rows are called, and how many they are. */
  readonly all: { readonly name: string; readonly rows: number };
  readonly groups: readonly ReasonGroup[];
  /** The group that is shown: undefined for all rows. */
  readonly group: ReasonGroup | undefined;
  /** The id of the group that was chosen. */
  readonly chosen: Signal<string>;
  /** The cells of the first row of the group. */
  readonly first: () => Promise<readonly string[] | undefined>;
  readonly label: string;
  readonly header: readonly string[];
  readonly columns: readonly GridColumn[];
  readonly source: GridSource;
}

/** Rows that are wrong, by reason, where a cell or a whole group is corrected. */
export function RowsByReason({ state, all, groups, group, chosen, first, header, ...grid }: Props) {
  return (
    <>
      {groups.length > 0 && (
        <Filters
          label="Reasons"
          filters={reasonFilters(groups, all)}
          chosen={group === undefined ? allRows : chosen.value}
          onChoose={(id) => (chosen.value = id)}
        />
      )}
      {group !== undefined && <GroupCorrection key={group.id} {...{ state, group, header, first }} />}
      {all.rows > 0 && (
        <>
          <p class="hint">
            Correct a cell with Enter or a double click. Escape leaves it as it was. Where a separator was
            lost or doubled, put in a blank cell, or take one out.
          </p>
          <Grid
            {...grid}
            hasStatus
            onEdit={({ number = 0, cells }, column, to) =>
              state.correct({ kind: 'cell', row: number, column, from: cells[column] ?? '', to })
            }
            onShift={({ number = 0 }, column, by) =>
              state.correct({ kind: 'shift', row: number, column, by })
            }
          />
        </>
      )}
      <Corrections state={state} header={header} />
    </>
  );
}
