import { useSignal } from '@preact/signals';
import type { ApiError } from '../../app/api.ts';
import { may } from '../../app/session.ts';
import { failureOf } from '../../app/use-answer.ts';
import { Problem } from '../../parts/notices.tsx';
import { saveProfile } from '../../parts/profile-editor.tsx';
import type { DropState } from '../state/drop-state.ts';
import type { Mapping } from '../state/mapping.ts';
import { Sentence } from '../../parts/sentence.tsx';

interface Props {
  readonly state: DropState;
  readonly mapping: Mapping;
}

/** Saves the mapping as a profile. What somebody else saved meanwhile is not overwritten. */
export function SaveMapping({ state, mapping }: Props) {
  const error = useSignal<ApiError | undefined>(undefined);
  const { text, name, etag, certain } = mapping;
  const refusal = state.refusal.value;
  if (!may('saveProfile')) return <p>An operator can save it. Until then, choose a folder above.</p>;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      error.value = undefined;
      await saveProfile(name, { text, etag });
      await state.choose({ kind: 'profile', name });
    } catch (thrown) {
      error.value = failureOf(thrown);
    }
  };
  return (
    <form class="buttons" onSubmit={(event) => void save(event)}>
      <label>
        Name of the profile and its folder
        <input
          required
          pattern="[^\/]+"
          value={name}
          readOnly={etag !== undefined}
          onInput={({ currentTarget }) => state.name(currentTarget.value)}
        />
      </label>
      {refusal !== undefined && (
        <p class="reason">
          This file cannot be read so: <Sentence text={refusal.text} />
        </p>
      )}
      <button class={refusal === undefined ? 'main' : ''}>
        {certain ? 'Accept it' : 'Save the profile'}
      </button>
      {error.value && <Problem error={error.value} />}
      {error.value?.code === 'conflict' && etag !== undefined && (
        <button type="button" onClick={() => void state.choose({ kind: 'profile', name })}>
          Read the newer version
        </button>
      )}
    </form>
  );
}
