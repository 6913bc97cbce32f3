import { certaintyOf } from '@sluice/import-plan/proposal-lines';
import type { Choice } from '@sluice/import-plan/suggest';
import { CellText, Shown } from '../../parts/cell-text.tsx';
import type { DropState } from '../state/drop-state.ts';
import { isSame } from '../state/draft.ts';
import { joinsOf, withFields, withJoin } from '../state/draft-columns.ts';
import { JoinAndSplit, nameOf, type Changed } from './join-and-split.tsx';
import type { MappedRow } from '../state/mapped-rows.ts';
import type { Mapping } from '../state/mapping.ts';
import { OfRecord } from './of-record.tsx';
import { Steps } from './steps.tsx';

interface Props extends Changed {
  readonly state: DropState;
  readonly mapping: Mapping;
  readonly row: MappedRow;
  /** All of the mapping. */
  readonly rows: readonly MappedRow[];
  /** Of the schema. */
  readonly fields: readonly string[];
}

const samplesShown = 3;

/** What was proposed for these columns together, or for one of them. */
const choiceFor = (columns: readonly string[], choices: readonly Choice[]): Choice | undefined =>
  choices.find((one) => columns.every((column) => one.columns.includes(column))) ??
  choices.find((one) => columns.some((column) => one.columns.includes(column)));

/** A column, or several that are joined, with what is in it, its field, and what becomes of it. */
export function ColumnRow(props: Props) {
  const { state, mapping, draft, row, fields, onChange } = props;
  const { columns, field, record } = row;
  const name = nameOf(row);
  const choice = choiceFor(columns, mapping.choices);
  const isFilled = field !== undefined && record === undefined;
  // A name that is that of a field means the field.
  const isOwnName = row.join === undefined && !fields.some((one) => isSame(one, name));
  return (
    <tr>
      <th scope="row">{name.trim() === '' ? 'without a name' : <Shown text={name} />}</th>
      <td class="faint">
        <Texts texts={samplesOf(state, row)} />
      </td>
      <td>
        {record === undefined ? (
          <FieldChoice {...props} />
        ) : (
          <OfRecord draft={draft} row={{ ...row, record }} />
        )}
        {choice !== undefined && <Proposed choice={choice} />}
        {isFilled && row.isNamed && <JoinAndSplit {...props} row={{ ...row, field }} />}
      </td>
      <td>
        {field !== undefined && (
          <Texts texts={valuesOf(state, { field, record, of: draft.records.length })} />
        )}
        {isFilled && (
          <Steps
            key={field}
            {...{ state, draft, field, onChange }}
            names={isOwnName ? [field, name] : [field]}
          />
        )}
      </td>
    </tr>
  );
}

const Proposed = ({ choice: { field, score, why } }: { readonly choice: Choice }) => (
  <small>
    {field === undefined ? 'proposed: left out' : `${certaintyOf(score)}: ${field}`}, <Shown text={why} />
  </small>
);

/** No field is called so. */
const undecided = '?';

/** What the column fills. One that is joined, or fills several fields, is left out elsewhere. */
function FieldChoice({ draft, row, fields, onChange }: Props) {
  const { columns, field, join, of } = row;
  const [column = ''] = columns;
  if (nameOf(row).trim() === '') return <>A column without a name fills no field.</>;
  const taken = join === undefined ? row.fields : joinsOf(draft).map((other) => other.field);
  const free = fields.filter((name) => name === field || !taken.includes(name));
  const options = field === undefined || free.includes(field) ? free : [field, ...free];
  const choose = (name: string): void => {
    if (join !== undefined) onChange(withJoin(draft, { ...join, field: name }));
    else onChange(withFields(draft, column, name === '' ? [] : row.fields.toSpliced(of, 1, name)));
  };
  return (
    <select
      name={field}
      aria-label={`Field of ${nameOf(row)}`}
      value={row.isUndecided ? undecided : (field ?? '')}
      onChange={({ currentTarget: { value } }) => choose(value)}
    >
      {row.isUndecided && (
        <option disabled value={undecided}>
          not decided
        </option>
      )}
      {join === undefined && row.fields.length < 2 && <option value="">left out</option>}
      {options.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** What is in the first rows. */
function samplesOf(state: DropState, { at, columns, join }: MappedRow): string[] {
  const { header, rows } = state.sample.value;
  const places =
    join === undefined ? [at] : columns.map((name) => header.findIndex((one) => isSame(one, name)));
  return rows.map((cells) =>
    places
      .map((place) => cells[place] ?? '')
      .filter((cell) => cell.trim() !== '')
      .join(' + '),
  );
}

interface Wanted {
  readonly field: string;
  /** Of how many records of a row, which one; all of them without it. */
  readonly record: number | undefined;
  readonly of: number;
}

/** The field in the first records, as they would be stored. A file that is refused has none. */
function valuesOf(state: DropState, { field, record, of }: Wanted): string[] {
  if (state.refusal.value !== undefined) return [];
  const records = state.understood.value?.records ?? [];
  // Only of a row with all of its records it is known which is which.
  const whole = [...Map.groupBy(records, ({ row }) => row).values()].filter(({ length }) => length === of);
  const wanted = record === undefined ? records : whole.flatMap((ofRow) => ofRow[record - 1] ?? []);
  return wanted.flatMap(({ fields }) => (field in fields ? [shownValue(fields[field])] : []));
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The first of them, each once. */
function Texts({ texts }: { readonly texts: readonly string[] }) {
  const all = new Set(texts.filter((text) => text !== ''));
  return (
    <>
      {[...all].slice(0, samplesShown).map((text) => (
        <div key={text}>
          <CellText text={text} most={60} />
        </div>
      ))}
    </>
  );
}
