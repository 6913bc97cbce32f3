import { useSignal } from '@preact/signals';
import { Shown } from '../../parts/cell-text.tsx';
import { entryOf, valueOf, withEntry, type Draft } from '../state/draft.ts';

interface Props {
  readonly draft: Draft;
  readonly fields: readonly string[];
  readonly onChange: (draft: Draft) => void;
}

const rails = [
  ['mostInvalid', 'Wrong rows'],
  ['mostChanged', 'Changed records'],
  ['mostDeleted', 'Deleted records'],
  ['mostWarned', 'Rows with a warning'],
] as const;

/** What holds for all rows: values that every record gets, and what needs a person. */
export function Rules({ draft, fields, onChange }: Props) {
  return (
    <details>
      <summary>Constants, wrong rows and guard rails</summary>
      <Constants draft={draft} fields={fields} onChange={onChange} />
      <div class="bar">
        <label>
          If a row is wrong
          <select
            value={String(draft['invalidRows'] ?? 'stop')}
            onChange={({ currentTarget }) => onChange({ ...draft, invalidRows: currentTarget.value })}
          >
            <option value="stop">nothing is written</option>
            <option value="skip">it is left out</option>
          </select>
        </label>
        <label>
          If others changed a record after its export
          <select
            value={String(draft['ifChangedSince'] ?? 'stop')}
            onChange={({ currentTarget }) => onChange({ ...draft, ifChangedSince: currentTarget.value })}
          >
            <option value="stop">its row fails</option>
            <option value="skip">its row is left out</option>
            <option value="overwrite">its row is written</option>
          </select>
        </label>
        <label>
          Approval
          <select
            value={String(draft['approval'] ?? 'auto')}
            onChange={({ currentTarget }) => onChange({ ...draft, approval: currentTarget.value })}
          >
            <option value="auto">only beyond the guard rails</option>
            <option value="ask">always</option>
          </select>
        </label>
      </div>
      <p>More than these need approval: a number such as 50, or a share such as 5 %.</p>
      <div class="bar">
        {rails.map(([name, title]) => (
          <label key={name}>
            {title}
            <input
              size={8}
              value={String(entryOf(draft, 'guardRails', name) ?? '')}
              onChange={({ currentTarget }) =>
                onChange(
                  withEntry(draft, 'guardRails', { names: [name], value: railOf(currentTarget.value) }),
                )
              }
            />
          </label>
        ))}
      </div>
    </details>
  );
}

function railOf(text: string): number | string | undefined {
  const rail = text.trim();
  if (rail === '') return undefined;
  return /^\d+$/u.test(rail) ? Number(rail) : rail;
}

function Constants({ draft, fields, onChange }: Props) {
  const field = useSignal('');
  const value = useSignal('');
  const set = (name: string, to: unknown): void =>
    onChange(withEntry(draft, 'constants', { names: [name], value: to }));
  return (
    <>
      <h3>In every record</h3>
      <ul class="lines">
        {Object.entries(draft.constants).map(([name, constant]) => (
          <li key={name}>
            {name}: <Shown text={JSON.stringify(constant)} />{' '}
            <button type="button" onClick={() => set(name, undefined)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      <div class="bar">
        <label>
          Field
          <select value={field.value} onChange={({ currentTarget }) => (field.value = currentTarget.value)}>
            <option value="">Choose a field</option>
            {fields.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Value
          <input value={value.value} onInput={({ currentTarget }) => (value.value = currentTarget.value)} />
        </label>
        <button
          type="button"
          disabled={field.value === '' || value.value === ''}
          onClick={() => set(field.value, valueOf(value.value))}
        >
          Add
        </button>
      </div>
    </>
  );
}
