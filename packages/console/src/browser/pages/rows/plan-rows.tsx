import { useSignal } from '@preact/signals';
import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import type { PackedRow, PackedStatus, RowClass } from '@sluice/import-plan/row-classes';
import { counted, number } from '@sluice/contract/words';
import { useMemo } from 'preact/hooks';
import type { RunHead } from '../../app/answers.ts';
import { Filters } from '../../grid/filters.tsx';
import { Grid } from '../../grid/grid.tsx';
import type { GridRow } from '../../grid/source.ts';
import { statuses, type Status } from '../../grid/status.ts';
import { visibleText } from '../../parts/visible.ts';
import { sourceOf } from '../run/packed-rows.tsx';

/** What becomes of a row, the most drastic first. */
const kinds = {
  deleted: 'delete',
  updated: 'update',
  created: 'create',
  landed: 'write',
  unchanged: 'leave',
} as const satisfies Partial<Record<PackedStatus, Status>>;
type Kind = keyof typeof kinds;
const isKind = (status: string): status is Kind => Object.hasOwn(kinds, status);

const columns = [
  { header: 'Record', width: 240 },
  { header: 'Field', width: 150 },
  { header: 'Old', width: 240 },
  { header: 'New', width: 240 },
];
const [anyKind, anyField] = ['all', ''];

interface Shown {
  readonly blocks: RowBlocks;
  readonly counts: NonNullable<RunHead['approval']>['plan']['counts'];
}

/** Each row of a plan with each field that it writes, old beside new; by what becomes of the row, and by field. */
export function PlanRows({ blocks, counts }: Shown) {
  const [kind, field] = [useSignal<string>(anyKind), useSignal<string>(anyField)];
  const source = useMemo(() => {
    const isWanted = (one: RowClass) =>
      (kind.value === anyKind || one.status === kind.value) &&
      (field.value === anyField || one.field === field.value);
    const isAll = kind.value === anyKind && field.value === anyField;
    return sourceOf(blocks, plannedRow, isAll ? undefined : isWanted);
  }, [blocks, kind.value, field.value]);
  const shown = Object.entries(kinds).filter(([id]) => isKind(id) && counts[id] > 0);
  const sum = shown.reduce((rows, [id]) => rows + (isKind(id) ? counts[id] : 0), 0);
  return (
    <>
      <Filters
        label="What becomes of a row"
        filters={[
          { id: anyKind, name: 'All rows', rows: sum },
          ...shown.map(([id, status]) => ({ id, ...statuses[status], rows: isKind(id) ? counts[id] : 0 })),
        ]}
        chosen={kind.value}
        onChoose={(id) => (kind.value = id)}
      />
      <FieldChoice
        fields={fieldsOf(blocks.classes)}
        field={field.value}
        onField={(id) => (field.value = id)}
      />
      <p role="status">
        {counted(source.rowCount, 'line')}: a row has one for each field that it writes or removes.
      </p>
      <Grid label="Rows of the plan" columns={columns} source={source} hasStatus />
    </>
  );
}

/** How many lines each field has, by its name. */
function fieldsOf(classes: readonly RowClass[]): (readonly [field: string, lines: number])[] {
  const fields = new Map<string, number>();
  for (const { field, rows } of classes)
    if (field !== undefined) fields.set(field, (fields.get(field) ?? 0) + rows);
  return [...fields].toSorted(([one], [other]) => one.localeCompare(other));
}

interface Choice {
  readonly fields: ReturnType<typeof fieldsOf>;
  readonly field: string;
  readonly onField: (field: string) => void;
}

const FieldChoice = ({ fields, field, onField }: Choice) => (
  <label class="beside">
    Field
    <select value={field} onChange={({ currentTarget }) => onField(currentTarget.value)}>
      <option value={anyField}>every field</option>
      {fields.map(([name, lines]) => (
        <option key={name} value={name}>
          {visibleText(name, 60)} ({number(lines)})
        </option>
      ))}
    </select>
  </label>
);

function plannedRow({ row, status, cells }: PackedRow): GridRow {
  const [, field = '', old = '', next = ''] = cells;
  return {
    number: row === 0 ? undefined : row,
    status: isKind(status) ? kinds[status] : status,
    cells,
    about: field === '' ? undefined : `${field}: ${old || '(blank)'} → ${next || '(blank)'}`,
  };
}
