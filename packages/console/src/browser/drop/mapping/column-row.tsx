import { certaintyOf } from '@sluice/import-plan/certainty';
import { CellText, Shown } from '../../grid/cell-text.tsx';
import type { DropState } from '../drop-state.ts';
import { isSame } from './draft.ts';
import { joinsOf, withFields, withJoin, type MappedRow } from './draft-columns.ts';
import { JoinAndSplit, nameOf, type Changed } from './join-and-split.tsx';
import type { Mapping } from './mapping.ts';
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

/** A column, or several that are joined, with what is in it, its field, and what becomes of it. */
export function ColumnRow(props: Props) {
  const { state, mapping, draft, row, fields, onChange } = props;
  const { columns, field } = row;
  const name = nameOf(row);
  const choice = mapping.choices.find((one) => columns.some((column) => one.columns.includes(column)));
  // A name that is that of a field means the field.
  const isOwnName = row.join === undefined && !fields.some((one) => isSame(one, name));
  return (
    <tr>
      <th scope="row">{name.trim() === '' ? 'without a name' : <Shown text={name} />}</th>
      <td class="faint">
        <Texts texts={samplesOf(state, row)} />
      </td>
      <td>
        {name.trim() === '' ? 'A column without a name fills no field.' : <FieldChoice {...props} />}
        {choice !== undefined && (
          <small>
            {choice.field === undefined
              ? 'proposed: left out'
              : `${certaintyOf(choice.score)}: ${choice.field}`}
            , <Shown text={choice.why} />
          </small>
        )}
        {field !== undefined && row.isNamed && <JoinAndSplit {...props} row={{ ...row, field }} />}
      </td>
      <td>
        {field !== undefined && (
          <>
            <Texts texts={valuesOf(state, field)} />
            <Steps
              key={field}
              {...{ state, draft, field, onChange }}
              names={isOwnName ? [field, name] : [field]}
            />
          </>
        )}
      </td>
    </tr>
  );
}

/** No field is called so. */
const undecided = '?';

/** What the column fills. One that is joined, or fills several fields, is left out elsewhere. */
function FieldChoice({ draft, row, fields, onChange }: Props) {
  const { columns, field, join, of } = row;
  const [column = ''] = columns;
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

/** The field in the first records, as they would be stored. A file that is refused has none. */
function valuesOf(state: DropState, field: string): string[] {
  if (state.refusal.value !== undefined) return [];
  const records = state.understood.value?.records ?? [];
  return records.flatMap(({ fields }) => (field in fields ? [shownValue(fields[field])] : []));
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
