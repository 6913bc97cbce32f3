import { blocksOfRun, leftText, statusWords, type FactName } from '@sluice/answers/run';
import { printable } from '@sluice/contract/words';
import { runHeadSchema, runListSchema, type RunHead } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { factLines } from '../../parts/blocks.tsx';
import { Facts } from '../../parts/facts.tsx';
import { RunLink } from '../../parts/run-named.tsx';
import { fileNameOf } from '../../parts/words.ts';

const ofDrop: readonly FactName[] = [
  ...(['started', 'took', 'droppedBy', 'from', 'profile', 'profileSavedBy', 'records', 'migration'] as const),
  ...(['run', 'definitionBy', 'importedBefore', 'sameAs', 'writtenSince'] as const),
];
const ofRest: readonly FactName[] = [
  ...(['since', 'corrects', 'approvedBy', 'undone', 'reverted', 'mail'] as const),
  ...(['warning', 'note', 'readAs', 'fingerprint'] as const),
];

/** Who dropped it, from where, and how it was read. */
export function RunFacts({ run }: { readonly run: RunHead }) {
  const correction = useCorrection(run);
  const told = blocksOfRun({ run });
  const lines = (names: readonly FactName[]) => told.facts(names).flatMap(({ facts }) => factLines(facts));
  return (
    <section class="panel">
      <h2>About this run</h2>
      <Facts
        of={[
          ['Left', leftText(run.eta, new Date())],
          ['Folder', printable(run.key.slice(0, run.key.lastIndexOf('/')))],
          ...lines(ofDrop),
          ['Waits for', run.blockedBy && <WaitsFor runId={run.blockedBy} />],
          ...lines(ofRest),
          ['Corrected by', correction && <RunLink runId={correction} />],
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
      <RunLink runId={runId} />
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
