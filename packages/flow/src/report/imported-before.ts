import {
  earlierOf,
  importedBeforeOf,
  runSummary,
  type ImportedBefore,
  type Ledger,
  type Run,
  type RunStatus,
} from '@sluice/ledger';

const told: readonly RunStatus[] = [
  'succeeded',
  'partly_succeeded',
  'failed',
  'needs_decision',
  'awaiting_approval',
];
const perPage = 100;

/**
 * The run that imported the same content before this one, and those that wrote in its lane in between. Undefined if there is none,
 * and for runs of migrations, which may import the same every night.
 */
export async function importedBefore(
  run: Run,
  ledger: Pick<Ledger, 'run' | 'runPage'>,
): Promise<ImportedBefore | undefined> {
  const { duplicateOf, sha256, migration, status } = run;
  if (duplicateOf !== undefined) {
    const first = await ledger.run(duplicateOf);
    return first && importedBeforeOf({ run: runSummary(first), between: [], more: 0 });
  }
  if (sha256 === undefined || migration !== undefined || !told.includes(status)) return undefined;
  const earlier = await earlierOf(sha256, {
    page: async (query, after) => {
      const { runs, next } = await ledger.runPage({ ...query, until: run.startedAt, limit: perPage, after });
      const inLane = runs.filter(({ lane, runId }) => lane === run.lane && runId !== run.runId);
      return { runs: inLane.map((one) => runSummary(one)), next };
    },
    collectionOf: () => '',
  });
  return earlier?.kind === 'landed' ? importedBeforeOf(earlier) : undefined;
}
