import { planWords } from '@sluice/answers/plan';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { GridRow, GridSource } from '../grid/source.ts';
import { wrongIn } from '../grid/wrong-in.ts';
import type { WrongRow } from '../worker/messages.ts';
import type { DropState } from './state/drop-state.ts';
import { gridColumns } from './how-understood.tsx';
import { allRows } from './state/reason-filters.ts';
import { RowsByReason } from './rows-by-reason.tsx';

/** All wrong rows as they are found, by reason, and where they are corrected. */
export function WrongRowsView({ state }: { readonly state: DropState }) {
  const chosen = useSignal(allRows);
  const { rows, wrongRows, groups } = state.found.value;
  const group = groups.find(({ id }) => String(id) === chosen.value);
  const understood = state.understood.value;
  const columns = useMemo(() => (understood === undefined ? [] : gridColumns(understood)), [understood]);
  const header = understood?.sheet.header ?? [];
  const count = group?.rows ?? wrongRows;
  const source = useMemo(
    () => wrongSource(state, { header, count, group: group?.id }),
    [state.checks.value, count, group?.id, header],
  );
  if (understood === undefined) return null;
  return (
    <section class="panel">
      <h2>What is wrong</h2>
      <p role="status">{progress(state, rows, wrongRows)}</p>
      <RowsByReason
        {...{ state, groups, group, chosen, header, columns, source }}
        label="Wrong rows"
        all={{ name: 'All wrong rows', rows: wrongRows }}
        first={async () => (await state.reader.rows(0, 1, group?.id))[0]?.cells}
      />
    </section>
  );
}

/** How far the check is, and what it found. */
export function progress(state: DropState, rows: number, wrongRows: number): string {
  if (state.refusal.value !== undefined) return planWords.endedAfter(rows);
  if (state.isChecking.value) return planWords.checking(rows, wrongRows);
  return wrongRows > 0 ? planWords.wrongOf(wrongRows, rows) : planWords.right(rows);
}

interface Wanted {
  readonly header: readonly string[];
  readonly count: number;
  readonly group: number | undefined;
}

function wrongSource({ reader }: DropState, { header, count, group }: Wanted): GridSource {
  return {
    rowCount: count,
    rows: async (from, to) => (await reader.rows(from, to, group)).map((row) => gridRow(row, header)),
  };
}

function gridRow({ row, cells, cut, problems }: WrongRow, header: readonly string[]): GridRow {
  return { number: row, status: 'wrong', cells, ...wrongIn(problems, header), fixed: new Set(cut) };
}
