import { certaintyOf } from '@sluice/import-plan/proposal-lines';
import type { Proposal } from '@sluice/ledger';
import { printable } from '@sluice/contract/words';
import { useSignal } from '@preact/signals';
import { runHeadSchema, type RunHead } from '../app/answers.ts';
import { ask, type ApiError } from '../app/api.ts';
import type { PageProps } from '../app/page-props.ts';
import { addressOf, goTo } from '../app/place.ts';
import { may } from '../app/session.ts';
import { failureOf, useAnswer } from '../app/use-answer.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Problem, Wait } from '../parts/notices.tsx';
import { saveProfile } from '../parts/profile-editor.tsx';
import { fileNameOf } from '../parts/words.ts';
import { Sentence } from '../parts/sentence.tsx';

/** The profile that is proposed for a file whose columns are not known. */
export function Columns({ runId = '' }: PageProps) {
  const { data, error } = useAnswer({
    load: () => ask('run', { path: { runId }, query: { limit: '0' }, answer: runHeadSchema }),
    of: [runId],
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Wait />;
  return (
    <>
      <p class="above">
        <a href={addressOf(`/runs/${runId}`)}>{fileNameOf(data.key)}</a>
      </p>
      <h1>Columns</h1>
      {data.proposal === undefined ? (
        <p class="notice">This run proposes no profile: only a run that stopped for its columns does.</p>
      ) : (
        <Proposed run={data} proposal={data.proposal} />
      )}
    </>
  );
}

interface Shown {
  readonly run: RunHead;
  readonly proposal: Proposal;
}

function Proposed({ run, proposal: { layout, choices, profile } }: Shown) {
  return (
    <>
      {run.reason !== undefined && (
        <p class="reason">
          <Sentence text={run.reason} />
        </p>
      )}
      <p>
        {layout !== undefined && `The sheet looks like ${layout}. `}
        Records are found by {String(profile['lookup'])}.
      </p>
      <section class="panel">
        <DataTable label="Columns and fields" headings={['Column', 'Field', 'How certain', 'Why']}>
          {choices.map(({ columns, field, score, why }) => (
            <tr key={columns.join('\n')}>
              <th scope="row">{columns.map((one) => printable(one)).join(' + ')}</th>
              <td>{field ?? <span class="faint">left out</span>}</td>
              <td>{certaintyOf(score)}</td>
              <td>{printable(why)}</td>
            </tr>
          ))}
        </DataTable>
      </section>
      {may('saveProfile') && <Accept run={run} text={`${JSON.stringify(profile, null, 2)}\n`} />}
    </>
  );
}

/** Saved under a name of its own. A folder of that name then takes the file. */
function Accept({ run, text }: { readonly run: RunHead; readonly text: string }) {
  const name = useSignal(run.profile ?? '');
  const typed = useSignal(text);
  const error = useSignal<ApiError | undefined>(undefined);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      error.value = undefined;
      await saveProfile(name.value.trim(), { text: typed.value });
      goTo(addressOf('/drop', { profile: name.value.trim(), corrects: run.runId }));
    } catch (thrown) {
      error.value = failureOf(thrown);
    }
  };
  return (
    <form class="panel editor" onSubmit={(event) => void save(event)}>
      <h2>Save it as a profile</h2>
      <p>Then drop the file again, into the folder of that profile.</p>
      <label>
        Name of the profile and its folder
        <input
          required
          pattern="[^/]+"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <details>
        <summary>Its JSON</summary>
        <label>
          JSON
          <textarea
            rows={16}
            spellcheck={false}
            value={typed.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
        </label>
      </details>
      {error.value && <Problem error={error.value} />}
      <div class="buttons">
        <button type="submit" class="main">
          Save the profile
        </button>
      </div>
    </form>
  );
}
