import { profileSavedSchema } from '../../api/shapes.ts';
import { useSignal } from '@preact/signals';
import { ask, type ApiError } from '../app/api.ts';
import { may } from '../app/session.ts';
import { failureOf } from '../app/use-answer.ts';
import { Problem } from './notices.tsx';

interface Shown {
  readonly name: string;
  readonly text: string;
  /** Of the version that is edited; absent for a new profile. */
  readonly etag?: string | undefined;
  readonly onSaved: () => void;
}

/** Saves a profile. @throws ApiError `conflict` if somebody saved it meanwhile */
export const saveProfile = (
  name: string,
  body: { readonly text: string; readonly etag?: string | undefined },
) => ask('saveProfile', { path: { name }, body, answer: profileSavedSchema });

/** The JSON of a profile. What somebody else saved meanwhile is not overwritten, and what was typed here stays. */
export function ProfileEditor({ name, text, etag, onSaved }: Shown) {
  const typed = useSignal(text);
  const error = useSignal<ApiError | undefined>(undefined);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      error.value = undefined;
      await saveProfile(name, { text: typed.value, etag });
      onSaved();
    } catch (thrown) {
      error.value = failureOf(thrown);
    }
  };
  return (
    <form class="panel editor" onSubmit={(event) => void save(event)}>
      <label>
        JSON
        <textarea
          rows={Math.min(30, Math.max(8, text.split('\n').length + 2))}
          spellcheck={false}
          value={typed.value}
          readOnly={!may('saveProfile')}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      </label>
      {error.value && <Problem error={error.value} />}
      {error.value?.code === 'conflict' && (
        <p>
          Copy what you changed,{' '}
          <button type="button" onClick={onSaved}>
            read the newer version
          </button>
          , and change that one.
        </p>
      )}
      {may('saveProfile') && (
        <div class="buttons">
          <button type="submit" class="main" disabled={typed.value === text}>
            Save
          </button>
          {typed.value !== text && (
            <button type="button" onClick={() => (typed.value = text)}>
              Discard the changes
            </button>
          )}
        </div>
      )}
    </form>
  );
}
