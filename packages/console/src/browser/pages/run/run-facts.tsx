import { revertText, leftText, readNotes, statusWords, tookText, undoneText } from '@sluice/answers/run';
import { dropperText } from '@sluice/ledger';
import { troublesIn } from '@sluice/ledger/views';
import { printable } from '@sluice/contract/words';
import type { ComponentChildren } from 'preact';
import { runHeadSchema, runListSchema, type RunHead } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { addressOf } from '../../app/place.ts';
import { may } from '../../app/session.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { Facts } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { RunNamed, RunsNamed } from '../../parts/run-named.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { fileNameOf } from '../../parts/words.ts';

const RunLink = ({ runId }: { readonly runId: string }) => (
  <a href={addressOf(`/runs/${runId}`)} class="id">
    {runId}
  </a>
);

/** Who dropped it, from where, and how it was read. */
export function RunFacts({ run }: { readonly run: RunHead }) {
  const {
    approval,
    migration,
    finishedAt,
    warnings = [],
    reverts = [],
    emails,
    importedBefore: before,
  } = run;
  const correction = useCorrection(run);
  const notes = readNotes({ ...run, submissions: [] });
  const troubles = troublesIn(emails?.events ?? []);
  return (
    <section class="panel">
      <h2>About this run</h2>
      <Facts
        of={[
          ['Started', <Time at={run.startedAt} />],
          ['Took', finishedAt === null ? leftText(run.eta, new Date()) : tookText(run.startedAt, finishedAt)],
          ['Dropped by', printable(dropperText(run))],
          ['From', run.droppedFrom && printable(run.droppedFrom)],
          ['Folder', printable(run.key.slice(0, run.key.lastIndexOf('/')))],
          ['Profile', run.profile && <Profile name={run.profile} />],
          ['Profile saved by', run.profileSavedBy && printable(run.profileSavedBy)],
          ['Records', run.schema && `${run.schema}, found by ${run.lookup ?? ''}`],
          [run.duplicateOf ? 'Same as' : 'Imported before', before && <RunNamed run={before.run} />],
          [
            'Written since',
            before && before.between.length > 0 && <RunsNamed runs={before.between} more={before.more} />,
          ],
          ['Waits for', run.blockedBy && <WaitsFor runId={run.blockedBy} since={run.blockedSince} />],
          ['Corrects', run.corrects && <RunLink runId={run.corrects} />],
          ['Corrected by', correction && <RunLink runId={correction} />],
          [
            'Migration',
            migration && (
              <a href={addressOf(`/migrations/${migration.migrationId}`)}>
                {printable(`${migration.name}, step ${migration.step}`)}
              </a>
            ),
          ],
          [
            'Definition uploaded by',
            migration?.definitionUpload && printable(dropperText(migration.definitionUpload)),
          ],
          ['Approved by', approval?.approved && printable(approval.approved.by)],
          ['Undone', run.undo && undoneText(run.undo)],
          ['Reverted', linesOf(reverts.map(revertText))],
          ['Warnings', linesOf(warnings.map(({ text }) => text))],
          ['Notes', linesOf(notes.notable)],
          ['Read as', linesOf(notes.plain)],
          ['E-mail', linesOf(troubles.map(({ kind, addresses }) => `${kind}: ${addresses.join(', ')}`))],
          ['Run', <code class="id">{run.runId}</code>],
          ['Fingerprint', run.sha256 && <code class="id">{run.sha256}</code>],
        ]}
      />
    </section>
  );
}

interface WaitsForProps {
  readonly runId: string;
  readonly since: string | undefined;
}

/** The run that goes first, what it does, and since when the other waits. */
function WaitsFor({ runId, since }: WaitsForProps) {
  const { data } = useAnswer({
    load: () => ask('run', { path: { runId }, query: { limit: '0' }, answer: runHeadSchema }),
    of: [runId],
  });
  return (
    <>
      <RunLink runId={runId} />
      {data && ` (${fileNameOf(data.key)}, ${statusWords(data)})`}
      {since && (
        <>
          {' '}
          since <Time at={since} />
        </>
      )}
    </>
  );
}

/** Several sentences are one list. */
function linesOf(texts: readonly string[]): ComponentChildren {
  if (texts.length < 2) return texts[0] && <Sentence text={texts[0]} />;
  return (
    <ul class="lines">
      {texts.map((text) => (
        <li key={text}>
          <Sentence text={text} />
        </li>
      ))}
    </ul>
  );
}

const Profile = ({ name }: { readonly name: string }) =>
  may('profile') ? <a href={addressOf(`/profiles/${name}`)}>{printable(name)}</a> : <>{printable(name)}</>;

const mostSearched = '100';

/** The run that brought the corrected rows. Only that one names this one, so it is looked for among the later runs. */
function useCorrection({ runId, schema, startedAt, counts }: RunHead): string | undefined {
  const { data } = useAnswer({
    load: async () => {
      if (counts.failed === 0) return undefined;
      const query = { since: startedAt, schema: schema ?? undefined, limit: mostSearched };
      const { runs } = await ask('runs', { query, answer: runListSchema });
      return runs.find(({ corrects }) => corrects === runId)?.runId;
    },
    of: [runId],
  });
  return data;
}
