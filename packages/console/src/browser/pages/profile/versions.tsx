import { profileVersionSchema, profileVersionsSchema } from '../../../api/shapes.ts';
import { useSignal } from '@preact/signals';
import { ask, type ApiError } from '../../app/api.ts';
import { may } from '../../app/session.ts';
import { failureOf, useAnswer } from '../../app/use-answer.ts';
import { Problem } from '../../parts/notices.tsx';
import { saveProfile } from '../../parts/profile-editor.tsx';
import { Time } from '../../parts/time.tsx';

interface Shown {
  readonly name: string;
  /** Of the profile as it is. */
  readonly etag: string;
  readonly onRestored: () => void;
}

interface Opened {
  readonly versionId: string;
  readonly text: string;
}

/** What the profile was before, and how it becomes so again. */
export function Versions({ name, etag, onRestored }: Shown) {
  const open = useSignal<Opened | undefined>(undefined);
  const error = useSignal<ApiError | undefined>(undefined);
  const versions = useAnswer({
    load: () => ask('profileVersions', { path: { name }, answer: profileVersionsSchema }),
    of: [name, etag],
  });
  const trying = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      error.value = undefined;
      await act();
    } catch (thrown) {
      error.value = failureOf(thrown);
    }
  };
  const show = (versionId: string) =>
    trying(async () => {
      const { text } = await ask('profileVersion', {
        path: { name, versionId },
        answer: profileVersionSchema,
      });
      open.value = { versionId, text };
    });
  const restore = (text: string) =>
    trying(async () => {
      await saveProfile(name, { text, etag });
      onRestored();
    });
  const older = versions.data?.slice(1) ?? [];
  return (
    <section class="panel">
      <h2>Older versions</h2>
      {versions.error && <Problem error={versions.error} />}
      {versions.data !== undefined && older.length === 0 && <p>There is none: it was saved once.</p>}
      <ul class="files">
        {older.map(({ versionId, savedAt }) => (
          <li key={versionId}>
            <Time at={savedAt} />
            <button
              type="button"
              aria-pressed={open.value?.versionId === versionId}
              onClick={() => void show(versionId)}
            >
              Show
            </button>
          </li>
        ))}
      </ul>
      {open.value && <Older text={open.value.text} onRestore={() => void restore(open.value?.text ?? '')} />}
      {error.value && <Problem error={error.value} />}
    </section>
  );
}

function Older({ text, onRestore }: { readonly text: string; readonly onRestore: () => void }) {
  return (
    <>
      <pre>{text}</pre>
      {may('saveProfile') && (
        <button type="button" onClick={onRestore}>
          Save this version again
        </button>
      )}
    </>
  );
}
