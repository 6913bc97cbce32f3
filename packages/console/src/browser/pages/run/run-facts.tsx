import { blocksOfRun, leftText, runWords, statusWords, type FactName } from '@sluice/answers/run';
import { printable } from '@sluice/contract/words';
import { runHeadSchema, runListSchema, type RunHead } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { addressOf } from '../../app/place.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { factLines } from '../../parts/blocks.tsx';
import { Facts } from '../../parts/facts.tsx';
import { fileNameOf } from '../../parts/words.ts';

const shown: readonly FactName[] = [
  ...(['started', 'took', 'droppedBy', 'from', 'profile', 'profileSavedBy', 'records', 'migration'] as const),
  ...(['definitionBy', 'importedBefore', 'sameAs', 'writtenSince', 'waitsFor', 'since', 'corrects'] as const),
  ...([
    'approvedBy',
    'undone',
    'reverted',
    'mail',
    'warning',
    'note',
    'readAs',
    'run',
    'fingerprint',
  ] as const),
];

/** Who dropped it, from where, and how it was read. */
export function RunFacts({ run }: { readonly run: RunHead }) {
  const correction = useCorrection(run);
  const facts = blocksOfRun({ run })
    .facts(shown)
    .flatMap((block) => (block.kind === 'facts' ? block.facts : []));
  return (
    <section class="panel">
      <h2>About this run</h2>
      <Facts
        of={[
          ['Left', leftText(run.eta, new Date())],
          ['Folder', printable(run.key.slice(0, run.key.lastIndexOf('/')))],
          ...factLines(facts).map(
            ([name, value]) =>
              [
                name,
                name.toLowerCase() === runWords.fact.waitsFor && run.blockedBy ? (
                  <WaitsFor runId={run.blockedBy} />
                ) : (
                  value
                ),
              ] as const,
          ),
          [
            'Corrected by',
            correction && (
              <a href={addressOf(`/runs/${correction}`)} class="id">
                {correction}
              </a>
            ),
          ],
        ]}
      />
    </section>
  );
}

/** The run that goes first, and what it does. */
function WaitsFor({ runId }: { readonly runId: string }) {
  const { data } = useAnswer({
    load: () => ask('run', { path: { runId }, query: { limit: '0' }, answer: runHeadSchema }),
    of: [runId],
  });
  return (
    <>
      <a href={addressOf(`/runs/${runId}`)} class="id">
        {runId}
      </a>
      {data && ` (${fileNameOf(data.key)}, ${statusWords(data)})`}
    </>
  );
}

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
