import { columnWords, planWords } from '@sluice/answers/plan';
import { useMemo } from 'preact/hooks';
import { Shown } from '../parts/cell-text.tsx';
import { widthFor, type GridColumn } from '../grid/columns.ts';
import { Grid } from '../grid/grid.tsx';
import { listSource } from '../grid/source.ts';
import type { Understood } from '../worker/messages.ts';
import type { DropState } from './state/drop-state.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Sentence } from '../parts/sentence.tsx';

const { leftOut } = planWords.column;

/** The columns of the file, with the fields that they fill. */
export function gridColumns({ sheet, columns, firstRows }: Understood): GridColumn[] {
  const uses = Map.groupBy(columns, ({ header }) => header);
  return sheet.header.map((header, at) => {
    const fields = [
      ...new Set((uses.get(header) ?? []).flatMap(({ field, partOf }) => field ?? partOf ?? [])),
    ];
    const about = fields.length === 0 ? leftOut : fields.join(', ');
    const texts = firstRows.map(({ cells }) => cells[at] ?? '');
    return { header, about, width: widthFor([`${header}  ${about}`, ...texts]) };
  });
}

/** How the file was read, with its columns and first rows. */
export function HowUnderstood({ state }: { readonly state: DropState }) {
  const understood = state.understood.value;
  const shown = useMemo(
    () =>
      understood && {
        columns: gridColumns(understood),
        source: listSource(understood.firstRows.map(({ row, cells }) => ({ number: row, cells }))),
      },
    [understood],
  );
  if (understood === undefined || shown === undefined) return null;
  const { notes, warnings, columns, constants } = understood;
  const filled = shown.columns.filter(({ about }) => about !== leftOut).length;
  return (
    <section class="panel">
      <h2>How it is understood</h2>
      <ul class="notes">
        {notes.map((note) => (
          <li key={note}>
            <Sentence text={note} />
          </li>
        ))}
        {warnings.map(({ text }) => (
          <li key={text} class="warning">
            <Sentence text={text} />
          </li>
        ))}
      </ul>
      <details>
        <summary>
          {filled} of {shown.columns.length} columns fill a field of {understood.schema}; records are found by{' '}
          {understood.lookup}
        </summary>
        <Columns columns={columns} constants={constants} />
      </details>
      <h3>First rows</h3>
      <div class="first-rows">
        <Grid label="First rows of the file" {...shown} />
      </div>
    </section>
  );
}

function Columns({ columns, constants }: Pick<Understood, 'columns' | 'constants'>) {
  return (
    <DataTable label="Columns" headings={['Column', 'Field', 'Type']}>
      {columns.map((column, at) => {
        const { use, about } = columnWords(column);
        return (
          <tr key={at}>
            <th scope="row">
              <Shown text={column.header} />
            </th>
            <td>{use}</td>
            <td>{about}</td>
          </tr>
        );
      })}
      {Object.entries(constants).map(([field, value]) => (
        <tr key={field}>
          <th scope="row">every row</th>
          <td>{field}</td>
          <td>
            <Shown text={JSON.stringify(value)} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
