import { useLayoutEffect, useRef } from 'preact/hooks';
import { may } from '../../app/session.ts';
import type { DropState } from '../state/drop-state.ts';
import { ColumnRow } from './column-row.tsx';
import type { Changed } from './join-and-split.tsx';
import { draftOf, textOf, type Draft } from '../state/draft.ts';
import { rowsOf } from '../state/mapped-rows.ts';
import type { Mapping } from '../state/mapping.ts';
import { Rules } from './rules.tsx';
import { SaveMapping } from './save-mapping.tsx';
import { DataTable } from '../../parts/data-table.tsx';

interface Props {
  readonly state: DropState;
}

/** The columns of the file beside the fields that they fill, while a profile is made or changed. */
export function MappingSection({ state }: Props) {
  const mapping = state.mapping.value;
  if (mapping !== undefined) return <Open state={state} mapping={mapping} />;
  if (state.sample.value.header.length === 0 || !may('saveProfile')) return null;
  return (
    <section class="panel mapping">
      <h2>Columns</h2>
      <button type="button" onClick={() => state.beginMapping()}>
        {state.folder.value?.kind === 'profile' ? 'Change the mapping of this profile' : 'Map the columns'}
      </button>
    </section>
  );
}

function Open({ state, mapping }: Props & { readonly mapping: Mapping }) {
  const section = useRef<HTMLElement>(null);
  const next = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const selects = [...(section.current?.querySelectorAll('select') ?? [])];
    if (next.current !== undefined) selects.find(({ name }) => name === next.current)?.focus();
    next.current = undefined;
  });
  const draft = draftOf(mapping.text);
  if (draft === undefined)
    return <p class="notice bad">This profile is no JSON of the known shape. Change it on its own page.</p>;
  const change = (changed: Draft, at?: string): void => {
    next.current = at;
    state.map({ ...mapping, text: textOf(changed) });
  };
  const rows = rowsOf(draft, state.sample.value.header, (name) => namedField(state, name));
  const fields = state.schemas.value.find(({ name }) => name === draft.schema)?.fields ?? [];
  return (
    <section ref={section} class="panel mapping">
      <h2>Columns</h2>
      <p>
        {mapping.etag === undefined ? 'These columns need a profile' : 'The profile is changed'}
        {mapping.certain ? ', and every column is certain.' : ': check the columns that are not certain.'}
      </p>
      <Target state={state} draft={draft} onChange={change} />
      {draft.records.length > 0 && <SeveralRecords draft={draft} onChange={change} />}
      <DataTable label="Columns and fields" headings={['Column', 'In it', 'Field', 'Becomes']}>
        {rows.map((row) => (
          <ColumnRow
            key={`${row.at} ${row.of} ${row.record ?? ''}`}
            {...{ state, mapping, draft, fields, rows, row }}
            onChange={change}
          />
        ))}
      </DataTable>
      <Rules draft={draft} fields={fields} onChange={change} />
      <SaveMapping state={state} mapping={mapping} />
    </section>
  );
}

/** The field of a column by its name alone. */
function namedField(state: DropState, name: string): string | undefined {
  const used = state.understood.value?.columns.find(({ header }) => header === name);
  return used?.field ?? used?.partOf;
}

/** The columns of one of them are shown here, and stay as they are whatever else is changed. */
function SeveralRecords({ draft, onChange }: Changed) {
  return (
    <p class="notice">
      Each row has up to {draft.records.length} records. Which columns make which of them is changed in the
      JSON of the profile, once it is saved.{' '}
      <button type="button" onClick={() => onChange({ ...draft, records: [] })}>
        Make one record of each row
      </button>
    </p>
  );
}

/** What the rows are, and by what records are found. */
function Target({ state, draft, onChange }: Props & Changed) {
  const schemas = state.schemas.value;
  const lookups = schemas.find(({ name }) => name === draft.schema)?.lookups ?? [];
  return (
    <div class="bar">
      <label>
        Each row is a
        <select
          value={draft.schema}
          onChange={({ currentTarget }) => onChange({ ...draft, schema: currentTarget.value })}
        >
          {schemas.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Found by
        <select
          value={draft.lookup}
          onChange={({ currentTarget }) => onChange({ ...draft, lookup: currentTarget.value })}
        >
          {lookups.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </div>
  );
}
