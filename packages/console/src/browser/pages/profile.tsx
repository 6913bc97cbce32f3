import { savedProfileSchema } from '../../api/shapes.ts';
import { printable } from '@sluice/contract/words';
import { ask } from '../app/api.ts';
import type { PageProps } from '../app/page-props.ts';
import { useAnswer } from '../app/use-answer.ts';
import { Problem, Wait } from '../parts/notices.tsx';
import { ProfileEditor } from '../parts/profile-editor.tsx';
import { Versions } from './profile/versions.tsx';

/** One profile as its JSON. */
export function Profile({ name = '' }: PageProps) {
  const { data, error, again } = useAnswer({
    load: () => ask('profile', { path: { name }, answer: savedProfileSchema }),
    of: [name],
  });
  return (
    <>
      <p class="above">
        <a href="#/profiles">Profiles</a>
      </p>
      <h1>{printable(name)}</h1>
      {error && <Problem error={error} />}
      {data === undefined ? (
        !error && <Wait />
      ) : (
        <>
          <ProfileEditor key={data.etag} name={name} {...data} onSaved={again} />
          <Versions key={`versions ${data.etag}`} name={name} etag={data.etag} onRestored={again} />
        </>
      )}
    </>
  );
}
