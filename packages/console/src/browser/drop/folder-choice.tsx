import { useSignal } from '@preact/signals';
import { profileListSchema, profileSavedSchema } from '@sluice/console-api/shapes';
import { certaintyOf } from '@sluice/import-plan/certainty';
import { useEffect } from 'preact/hooks';
import { ask } from '../app/api.ts';
import { may } from '../app/session.ts';
import { Shown } from '../grid/cell-text.tsx';
import type { Proposed } from '../worker/messages.ts';
import type { DropState } from './drop-state.ts';
import { folderOf, folderValue, profileNameOf } from './folder.ts';

/** Where the file goes: to a profile, or to a schema and the field by which records are found. */
export function FolderChoice({ state }: { readonly state: DropState }) {
  const profiles = useSignal<readonly string[]>([]);
  const load = () =>
    ask('profiles', { answer: profileListSchema }).then(
      (all) => (profiles.value = all.map(({ name }) => name)),
      () => undefined,
    );
  useEffect(() => void load(), []);
  const value = folderValue(state.folder.value);
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
                {name}
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
      {state.folder.value === undefined && <Proposal state={state} onSaved={load} />}
    </section>
  );
}

interface ProposalProps {
  readonly state: DropState;
  readonly onSaved: () => Promise<unknown>;
}

/** The profile that is proposed for a file that no folder reads. */
function Proposal({ state, onSaved }: ProposalProps) {
  const proposed = state.proposed.value;
  const name = useSignal(profileNameOf(state.file.value?.name ?? ''));
  if (proposed === undefined) return null;
  const save = async () => {
    try {
      const body = { text: `${proposed.text}\n` };
      await ask('saveProfile', { path: { name: name.value }, body, answer: profileSavedSchema });
      await onSaved();
      await state.choose({ kind: 'profile', name: name.value });
    } catch (error) {
      state.problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <div class="proposal">
      <p>
        Its columns need a profile. This one is proposed
        {proposed.certain ? ', and every column is certain' : ': check the columns that are not certain'}.
      </p>
      <Choices proposed={proposed} />
      {may('saveProfile') ? (
        <form
          class="buttons"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <label>
            Its name
            <input
              required
              pattern="[a-zA-Z0-9][a-zA-Z0-9_\-]*"
              value={name.value}
              onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            />
          </label>
          <button class={proposed.certain ? 'main' : ''}>Accept it</button>
        </form>
      ) : (
        <p>An operator can accept it. Until then, choose a folder above.</p>
      )}
    </div>
  );
}

function Choices({ proposed }: { readonly proposed: Proposed }) {
  return (
    <div class="scrolls">
      <table>
        <thead>
          <tr>
            <th>Column</th>
            <th>Field</th>
            <th>Why</th>
          </tr>
        </thead>
        <tbody>
          {proposed.choices.map(({ columns, field, score, why }) => (
            <tr key={columns.join('\n')}>
              <th scope="row">
                <Shown text={columns.join(' + ')} />
              </th>
              <td>{field ?? 'left out'}</td>
              <td>
                {certaintyOf(score)}: <Shown text={why} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
