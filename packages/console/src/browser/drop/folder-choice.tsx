import { useSignal } from '@preact/signals';
import { profileListSchema } from '../../api/shapes.ts';
import { useEffect } from 'preact/hooks';
import { ask } from '../app/api.ts';
import { visibleText } from '../parts/visible.ts';
import type { DropState } from './state/drop-state.ts';
import { session } from '../app/session.ts';
import { folderOf, folderValue, mayDropInto } from './state/folder.ts';

/** Where the file goes: to a profile, or to a schema and the field by which records are found. */
export function FolderChoice({ state }: { readonly state: DropState }) {
  const profiles = useSignal<readonly string[]>([]);
  const load = () =>
    ask('profiles', { answer: profileListSchema }).then(
      (all) =>
        (profiles.value = all
          .map(({ name }) => name)
          .filter((name) => mayDropInto({ kind: 'profile', name }))),
      () => undefined,
    );
  useEffect(() => void load(), [state.folder.value]);
  const chosen = state.choosing.value ?? state.folder.value;
  const value = chosen && mayDropInto(chosen) ? folderValue(chosen) : '';
  const direct = state.schemas.value.map(({ name: schema, lookups }) => ({
    schema,
    lookups: lookups.filter((lookup) => mayDropInto({ kind: 'direct', schema, lookup })),
  }));
  return (
    <section class="panel">
      <h2>Where it goes</h2>
      <Bound folders={session.value?.folders} />
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
          {direct.map(
            ({ schema, lookups }) =>
              lookups.length > 0 && (
                <optgroup key={schema} label={`${schema}, without a profile`}>
                  {lookups.map((lookup) => (
                    <option key={lookup} value={folderValue({ kind: 'direct', schema, lookup })}>
                      {schema} by {lookup}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
        </select>
      </label>
    </section>
  );
}

/** Which folders the groups of a person may drop into, if the stage says so. */
function Bound({ folders }: { readonly folders: readonly string[] | undefined }) {
  if (folders === undefined) return null;
  if (folders.length > 0)
    return <p>Your groups may drop into {folders.map((folder) => visibleText(folder)).join(', ')} only.</p>;
  return (
    <p class="notice bad">Your groups may not drop into any folder. An admin can add you to one that may.</p>
  );
}
