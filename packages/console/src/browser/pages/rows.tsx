import { useSignal } from '@preact/signals';
import type { RowClass } from '@sluice/import-plan/row-classes';
import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import { useMemo } from 'preact/hooks';
import { useAnswer } from '../app/use-answer.ts';
import type { PageProps } from '../app/page-props.ts';
import { addressOf } from '../app/place.ts';
import { Filters, type GridFilter } from '../grid/filters.tsx';
import { Grid } from '../grid/grid.tsx';
import type { GridSource } from '../grid/source.ts';
import { statuses } from '../grid/status.ts';
import { Problem, Wait } from '../parts/notices.tsx';
import { resultBlocks } from '../grid/result-blocks.ts';
import { resultRow } from '../grid/result-row.ts';

const all = 'all';

/** The rows of a result, by status and by reason. */
export function Rows({ runId = '', file = 'result' }: PageProps) {
  const { data, error } = useAnswer({ load: () => resultBlocks(runId), of: [runId] });
  const back = <a href={addressOf(`/runs/${runId}`)}>Back to the run</a>;
  if (file !== 'result') return <p>Only the rows of a result are shown here. Download this file. {back}</p>;
  if (data === undefined) return error === undefined ? <Wait /> : <Problem error={error} />;
  return (
    <>
      <h1>Rows of the result</h1>
      <p>{back}</p>
      <ResultRows blocks={data} />
    </>
  );
}

function ResultRows({ blocks }: { readonly blocks: RowBlocks }) {
  const chosen = useSignal(all);
  const filters = useMemo(() => filtersOf(blocks.classes, blocks.rows), [blocks]);
  const source = useMemo(() => sourceOf(blocks, chosen.value), [blocks, chosen.value]);
  const columns = useMemo(() => blocks.header.map((header) => ({ header })), [blocks]);
  return (
    <>
      <Filters
        label="Status and reason"
        filters={filters}
        chosen={chosen.value}
        onChoose={(id) => (chosen.value = id)}
      />
      <Grid label="Rows of the result" columns={columns} source={source} hasStatus />
    </>
  );
}

const reasonKey = ({ code, name = '' }: RowClass['reasons'][number]): string => `reason ${code} ${name}`;
const statusKey = ({ status }: RowClass): string => `status ${status}`;

function filtersOf(classes: readonly RowClass[], rows: number): GridFilter[] {
  const filters = new Map<string, GridFilter>();
  const count = (filter: GridFilter) => {
    const known = filters.get(filter.id);
    filters.set(filter.id, known === undefined ? filter : { ...known, rows: known.rows + filter.rows });
  };
  for (const one of classes) {
    const { name, tone } = statuses[one.status];
    count({ id: statusKey(one), name, tone, rows: one.rows });
  }
  for (const one of classes)
    for (const reason of one.reasons)
      count({ id: reasonKey(reason), name: `Such as ${one.example}`, rows: one.rows });
  return [{ id: all, name: 'All rows', rows }, ...filters.values()];
}

function sourceOf(blocks: RowBlocks, chosen: string): GridSource {
  const isWanted = (one: RowClass) =>
    statusKey(one) === chosen || one.reasons.some((reason) => reasonKey(reason) === chosen);
  const places = chosen === all ? undefined : blocks.placesOf(isWanted);
  return {
    rowCount: places?.length ?? blocks.rows,
    rows: async (from, to) => {
      const wanted = places?.slice(from, to) ?? Array.from({ length: to - from }, (_, at) => from + at);
      return (await blocks.at(wanted)).map((row) => resultRow(row, blocks.header));
    },
  };
}
