import { profileListSchema } from '../../api/shapes.ts';
import { printable } from '@sluice/contract/words';
import { ask } from '../app/api.ts';
import { addressOf } from '../app/place.ts';
import { useAnswer } from '../app/use-answer.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Problem, Wait } from '../parts/notices.tsx';
import { Time } from '../parts/time.tsx';

/** The settings of the folders that have some. */
export function Profiles() {
  const { data, error } = useAnswer({
    load: () => ask('profiles', { answer: profileListSchema }),
    of: [],
  });
  return (
    <>
      <h1>Profiles</h1>
      <p>
        A profile says how the files of one folder are read: its columns, transforms, filters and guard rails.
      </p>
      {error && <Problem error={error} />}
      {data === undefined ? !error && <Wait /> : <List profiles={data} />}
    </>
  );
}

function List({
  profiles,
}: {
  readonly profiles: readonly { readonly name: string; readonly savedAt: string }[];
}) {
  if (profiles.length === 0)
    return (
      <p class="notice">
        There is no profile yet. Drop a file whose columns are not known, and one is proposed for it.
      </p>
    );
  return (
    <section class="panel">
      <DataTable label="Profiles" headings={['Name', 'Saved']}>
        {profiles.map(({ name, savedAt }) => (
          <tr key={name}>
            <th scope="row">
              <a href={addressOf(`/profiles/${encodeURIComponent(name)}`)}>{printable(name)}</a>
            </th>
            <td>
              <Time at={savedAt} />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
