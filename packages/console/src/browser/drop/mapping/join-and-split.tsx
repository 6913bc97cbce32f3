import { useSignal } from '@preact/signals';
import { isSame, type Draft } from '../state/draft.ts';
import { withFields, withJoin, type Join } from '../state/draft-columns.ts';
import type { MappedRow } from '../state/mapped-rows.ts';
import { Choose } from './choose.tsx';
import { JoinedColumns } from './joined-columns.tsx';

export interface Changed {
  readonly draft: Draft;
  /** The keyboard goes on at the field `next`, if its row moves. */
  readonly onChange: (draft: Draft, next?: string) => void;
}

interface Props extends Changed {
  readonly row: MappedRow & { readonly field: string };
  /** All of the mapping. */
  readonly rows: readonly MappedRow[];
  /** Of the schema. */
  readonly fields: readonly string[];
}

/** Whether several columns make the field, and whether the column makes several fields. */
export function JoinAndSplit(props: Props) {
  const { draft, onChange, row } = props;
  const { field, fields, join } = row;
  const onJoin = (changed: Join): void => onChange(withJoin(draft, changed));
  const takeOut = (column: string): void => onChange(withFields(draft, column, []), field);
  const twin = props.rows.find((other) => isElsewhere(other, row) && other.field === field);
  const toggled = useSignal<boolean | undefined>(undefined);
  const isOpen = toggled.value ?? (join !== undefined || twin !== undefined);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => (toggled.value = currentTarget.open)}>
      <summary>{summaryOf(row)}</summary>
      {isOpen && join !== undefined && <JoinedColumns join={join} onJoin={onJoin} onTakeOut={takeOut} />}
      {isOpen && fields.length === 1 && <AnotherColumn {...props} twin={twin} />}
      {isOpen && join === undefined && <AnotherField {...props} />}
    </details>
  );
}

function summaryOf({ columns, fields }: MappedRow): string {
  if (columns.length > 1) return `${columns.length} columns are joined`;
  return fields.length > 1 ? `It fills ${fields.length} fields` : 'Join or split';
}

export const nameOf = ({ columns }: MappedRow): string => columns.join(' + ');

/** Another column. Those of one of several records have nothing to do with it. */
const isElsewhere = (other: MappedRow, row: MappedRow): boolean =>
  other.at !== row.at && other.record === undefined;

/** The rows with which one can be joined. */
const othersOf = ({ rows, row }: Pick<Props, 'rows' | 'row'>): MappedRow[] =>
  rows.filter((other) => isElsewhere(other, row) && other.of === 0 && other.isNamed);

function AnotherColumn(props: Props & { readonly twin: MappedRow | undefined }) {
  const { draft, onChange, row, twin } = props;
  const others = othersOf(props);
  const options = others.map((other) => ({
    value: String(other.at),
    text: `${nameOf(other)}${other.fields.length === 0 ? '' : ` (${other.fields.join(', ')})`}`,
  }));
  const choose = (value: string): void => {
    const other = others.find(({ at }) => String(at) === value);
    const columns = [...row.columns, ...(other?.columns ?? [])];
    const by = row.join?.with ?? other?.join?.with ?? ' ';
    onChange(withJoin(draft, { field: row.field, columns, with: by }), row.field);
  };
  return (
    <>
      {twin !== undefined && (
        <p>Another column fills {row.field} too. Join them, or give it another field.</p>
      )}
      <Choose
        label="Join with another column"
        name={`Join ${nameOf(row)} with another column`}
        button="Join"
        options={options}
        suggested={twin && String(twin.at)}
        onChoose={choose}
      />
    </>
  );
}

function AnotherField({ draft, onChange, row, rows, fields }: Props) {
  const [column = ''] = row.columns;
  const free = fields.filter(
    (name) => !rows.some((other) => other.field !== undefined && isSame(other.field, name)),
  );
  return (
    <>
      <Choose
        label="Fill another field too"
        name={`Fill another field with ${column}`}
        button="Fill it"
        options={free.map((name) => ({ value: name, text: name }))}
        onChoose={(name) => onChange(withFields(draft, column, [...row.fields, name]), name)}
      />
      {row.fields.length > 1 && (
        <button
          type="button"
          onClick={() => {
            const rest = row.fields.filter((_, of) => of !== row.of);
            onChange(withFields(draft, column, rest), rest[0]);
          }}
        >
          Do not fill {row.field}
        </button>
      )}
    </>
  );
}
