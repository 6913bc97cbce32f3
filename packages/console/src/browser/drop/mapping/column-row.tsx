import { certaintyOf } from '@sluice/import-plan/certainty';
import { CellText, Shown } from '../../grid/cell-text.tsx';
import type { DropState } from '../drop-state.ts';
import { statedFor, withField, type Draft } from './draft.ts';
import type { Mapping } from './mapping.ts';
import { Steps } from './steps.tsx';

interface Props {
  readonly state: DropState;
  readonly mapping: Mapping;
  readonly draft: Draft;
  readonly fields: readonly string[];
  readonly header: string;
  /** From 0. */
  readonly at: number;
  readonly onChange: (draft: Draft) => void;
}

const samplesShown = 3;

/** A column with what is in it, its field, and what becomes of it. */
export function ColumnRow({ state, mapping, draft, fields, header, at, onChange }: Props) {
  const cells = state.sample.value.rows.map((row) => row[at] ?? '');
  const samples = [...new Set(cells.filter((cell) => cell.trim() !== ''))].slice(0, samplesShown);
  const used = state.understood.value?.columns.find((one) => one.header === header);
  const field = statedFor(draft, header) ?? used?.field ?? used?.partOf ?? '';
  const choice = mapping.choices.find(({ columns }) => columns.includes(header));
  const options = fields.includes(field) || field === '' ? fields : [field, ...fields];
  return (
    <tr>
      <th scope="row">
        <Shown text={header} />
      </th>
      <td class="faint">
        {samples.map((text) => (
          <div key={text}>
            <CellText text={text} most={60} />
          </div>
        ))}
      </td>
      <td>
        <select
          aria-label={`Field of ${header}`}
          value={field}
          onChange={({ currentTarget: { value } }) => onChange(withField(draft, header, value || undefined))}
        >
          <option value="">left out</option>
          {options.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        {choice !== undefined && (
          <small>
            {choice.field === undefined
              ? 'proposed: left out'
              : `${certaintyOf(choice.score)}: ${choice.field}`}
            , <Shown text={choice.why} />
          </small>
        )}
      </td>
      <td>
        <Results state={state} field={field} />
        {field !== '' && <Steps key={field} {...{ state, draft, header, field, onChange }} />}
      </td>
    </tr>
  );
}

/** The field in the first records, as they would be stored. */
function Results({ state, field }: { readonly state: DropState; readonly field: string }) {
  const records = state.understood.value?.records ?? [];
  const values = records.flatMap(({ fields }) => (field in fields ? [shownValue(fields[field])] : []));
  return (
    <>
      {[...new Set(values)].slice(0, samplesShown).map((text) => (
        <div key={text}>
          <CellText text={text} most={60} />
        </div>
      ))}
    </>
  );
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
