import type { Run } from '@sluice/ledger';
import { clocksApartMs } from './clocks.ts';
import type { World } from './world.ts';

export function realImports({ service }: Pick<World, 'service'>, runId: string) {
  return [...service.imports.values()].filter(
    ({ run, dryRun, refusal }) => run === runId && !dryRun && refusal === undefined,
  );
}

/** Where a version of a file has landed, nothing of an older one is written after it, or sent for real (invariant 22). */
export async function breachesOfOrder(
  world: Pick<World, 'ledger' | 'service'>,
  runIds: readonly string[],
): Promise<string[]> {
  const runs = await Promise.all(runIds.map((runId) => world.ledger.run(runId)));
  const versions = runs.flatMap((run) => (run === undefined ? [] : [{ ...run, number: numberOf(run) }]));
  return versions.flatMap((older) =>
    versions
      .filter((newer) => newer.key === older.key && newer.number > older.number)
      .filter(({ finishedAt, status }) => finishedAt !== undefined && status.endsWith('succeeded'))
      .filter(({ finishedAt = '', runId }) => {
        const first = Math.min(...realImports(world, runId).flatMap(({ places }) => places));
        const ended = Date.parse(finishedAt) + clocksApartMs;
        return realImports(world, older.runId).some(
          ({ at, places }) => at > ended || places.some((place) => place > first),
        );
      })
      .map(() => 'invariant 22: an older version of a file was written over a newer one'),
  );
}

/** The stand-in of S3 numbers its versions. */
const numberOf = ({ versionId }: Run) => Number(versionId.slice(1));

/** What makes a run the last writer of its lane. An undo writes from its request, or later, until it has ended. */
const writing = ['importingStarted', 'undoRequested', 'undone', 'importReverted', 'lateImportReceived'];

/** Whether a run imported what the last writer of its lane had imported, and nothing was written or undone in between. */
export async function repeatsContent({ runPage, events }: World['ledger']): Promise<boolean> {
  // Also those of migrations.
  const { runs } = await runPage({ limit: 1000 });
  const writers = await Promise.all(
    runs.map(async (writer) => {
      const isPlain = writer.status === 'succeeded' && !writer.again;
      return (await events(writer.runId))
        .filter(({ type }) => writing.includes(type))
        .map(({ at, type }) => ({
          at,
          lane: writer.lane,
          content: type === 'importingStarted' && isPlain ? `${writer.sha256} ${writer.settings}` : undefined,
        }));
    }),
  );
  const lanes = Map.groupBy(
    writers.flat().toSorted((one, other) => (one.at < other.at ? -1 : 1)),
    ({ lane }) => lane,
  );
  return [...lanes.values()].some((of) =>
    of.some(({ content }, at) => content !== undefined && content === of[at - 1]?.content),
  );
}
