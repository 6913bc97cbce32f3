import { useSignal } from '@preact/signals';
import { profileListSchema } from '@sluice/console-api/shapes';
import { useEffect } from 'preact/hooks';
import { ask } from '../app/api.ts';
import { visibleText } from '../grid/visible.ts';
import type { DropState } from './drop-state.ts';
import { folderOf, folderValue } from './folder.ts';

/** Where the file goes: to a profile, or to a schema and the field by which records are found. */
export function FolderChoice({ state }: { readonly state: DropState }) {
  const profiles = useSignal<readonly string[]>([]);
  const load = () =>
    ask('profiles', { answer: profileListSchema }).then(
      (all) => (profiles.value = all.map(({ name }) => name)),
      () => undefined,
    );
  useEffect(() => void load(), [state.folder.value]);
  const value = folderValue(state.choosing.value ?? state.folder.value);
  return (
    <section class="panel">
      <h2>Where it goes</h2>
      <label>
        Folder
        <select
          value={value}
          onChange={({ currentTarget }) => {
            const folder = folderOf(currentTarget.value);
            if (folder !== undefined) void state.choose(folder);
          }}
        >
          <option value="">Choose a folder</option>
          <optgroup label="Profiles">
            {profiles.value.map((name) => (
              <option key={name} value={folderValue({ kind: 'profile', name })}>
                {visibleText(name)}
              </option>
            ))}
          </optgroup>
          {state.schemas.value.map(({ name: schema, lookups }) => (
            <optgroup key={schema} label={`${schema}, without a profile`}>
              {lookups.map((lookup) => (
                <option key={lookup} value={folderValue({ kind: 'direct', schema, lookup })}>
                  {schema} by {lookup}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
    </section>
  );
}
