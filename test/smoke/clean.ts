import * as z from 'zod';
import { permissionsIn } from './check.ts';
import { startsOf, isGoing } from './checks/migration.ts';
import { beganAt, endsBy, marksIn } from './mark.ts';
import type { Objects } from './objects.ts';
import { runSchema, undone, type Run } from './runs.ts';
import { emptySites } from './sites.ts';
import { ask, controlOf, peopleWith, until, type Smoke } from './smoke.ts';

/** What was removed of a smoke, and what was not. */
export interface Cleaned {
  readonly removed: readonly string[];
  readonly problems: readonly string[];
  readonly lacks: readonly string[];
}

/** What cleaning needs beyond the checks. */
const toClean = [
  's3:ListBucket on the drop bucket',
  's3:DeleteObject on profiles/smoke-* and migrations/smoke-* of the drop bucket',
];

type Step = readonly [what: string, work: () => Promise<number>];

/** Removes what smokes left that were killed. `running` may still be under way. */
export async function cleanEarlier(
  objects: Objects,
  { now, smokeOf }: { readonly now: Date; readonly smokeOf: (mark: string) => Smoke },
): Promise<Cleaned & { readonly running: readonly string[] }> {
  let running: readonly string[] = [];
  const parts: Cleaned[] = [];
  const counted = await takeSteps([
    [
      'what earlier smokes left',
      async () => {
        const found = await leftBy(objects, now);
        running = found.running;
        for (const mark of found.left)
          parts.push({ ...(await cleanFlow(smokeOf(mark), objects)), removed: [] });
        return found.left.length;
      },
    ],
  ]);
  return { ...together([counted, ...parts]), running };
}

export const together = (parts: readonly Cleaned[]): Cleaned => ({
  removed: parts.flatMap(({ removed }) => removed),
  problems: parts.flatMap(({ problems }) => problems),
  lacks: parts.flatMap(({ lacks }) => lacks),
});

/** The marks of smokes that have not removed everything. */
export async function leftBy(objects: Objects, now: Date): Promise<{ left: string[]; running: string[] }> {
  const keys = [...(await objects.list('profiles/smoke-')), ...(await objects.list('migrations/smoke-'))];
  const marks = marksIn(keys);
  const running = marks.filter((mark) => endsBy(mark) > now);
  return { left: marks.filter((mark) => !running.includes(mark)), running };
}

/**
 * Removes what a smoke made in the flow and its site. What fails does not keep the rest from being removed. The profiles are
 * last: as long as there is one, a later smoke knows that something may be left.
 */
export async function cleanFlow(smoke: Smoke, objects: Objects): Promise<Cleaned> {
  const { mark } = smoke;
  const remove = (prefix: string) => async (): Promise<number> => {
    const keys = await objects.list(prefix);
    for (const key of keys) await objects.remove(key);
    return keys.length;
  };
  const cleaned = await takeSteps([
    ['definitions of migrations', remove(`migrations/${mark}.json`)],
    ['schedules', () => scheduleIsGone(smoke)],
    ['cancelled starts of migrations', () => cancelStarts(smoke)],
    ['cancelled or undone runs', () => undoRuns(smoke, objects)],
    ['deleted records that no undo reached', () => deleteLeft(smoke)],
    ['files of migrations', remove(`migrations/${mark}/`)],
  ]);
  if (cleaned.problems.length > 0) return cleaned;
  return together([cleaned, await takeSteps([['profiles', remove(`profiles/${mark}`)]])]);
}

/** Empties the sites of the conformance suite. */
export const cleanService = (smoke: Smoke, serviceUrl: string): Promise<Cleaned> =>
  takeSteps([['records of the conformance suite', () => emptySites(controlOf(smoke), serviceUrl)]]);

async function takeSteps(steps: readonly Step[]): Promise<Cleaned> {
  const [removed, problems, lacks]: [string[], string[], string[]] = [[], [], []];
  for (const [what, work] of steps)
    try {
      const count = await work();
      if (count > 0) removed.push(`${what}: ${count}`);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      problems.push(`${what}: ${text}`);
      lacks.push(...permissionsIn(text, toClean));
    }
  return { removed, problems, lacks };
}

async function cancelStarts(smoke: Smoke): Promise<number> {
  const going = (await startsIn(smoke)).filter(isGoing);
  for (const { migrationId, status } of going)
    if (status !== 'undoing') await smoke.sluice('migrate', migrationId, '--cancel');
  return going.length;
}

/** None, if it never started. */
async function startsIn(smoke: Smoke): ReturnType<typeof startsOf> {
  const { status } = await smoke.sluice('migrations', smoke.mark);
  return status === 4 ? [] : startsOf(smoke.mark, smoke);
}

const runsSchema = z.array(runSchema);
const ended = ['duplicate', 'superseded', 'rejected', 'undone'];

/** The newest first, since later ones may build on earlier ones. */
async function undoRuns(smoke: Smoke, objects: Objects): Promise<number> {
  // The run of a drop that was interrupted begins later. Without the permission to list, it is only not awaited.
  const dropped = await objects.list(`inbox/${smoke.mark}`).catch(() => []);
  const what = `each dropped file has a run: ${dropped.join(', ')}`;
  const runs = await until(smoke, { seconds: 60, what }, async () => {
    const begun = await runsOf(smoke);
    return dropped.every((key) => begun.some((run) => run.key === key)) ? begun : undefined;
  });
  let acted = 0;
  for (const run of runs.filter(({ status }) => !ended.includes(status)))
    acted += await undoRun(run, smoke.sluice);
  return acted;
}

async function runsOf({ mark, sluice }: Smoke): Promise<readonly Run[]> {
  const [since, before] = [beganAt(mark).toISOString(), endsBy(mark).toISOString()];
  const argv = ['runs', '--since', since, '--until', before, '--all'];
  return (await ask(sluice, argv, { schema: runsSchema })).filter(({ key }) => key.includes(`/${mark}`));
}

const finished = ['succeeded', 'partly_succeeded', 'failed', 'cancelled'];

async function undoRun({ runId, status }: Run, sluice: Smoke['sluice']): Promise<number> {
  if (!finished.includes(status)) await sluice('cancel', runId);
  const run = await ask(sluice, ['run', runId], { schema: runSchema });
  if (wrote(run) && run.status !== 'undone') await undone(runId, sluice);
  return finished.includes(status) && !wrote(run) ? 0 : 1;
}

const wrote = ({ counts }: Run): boolean =>
  ['created', 'updated', 'deleted', 'landed', 'unknown'].some((name) => (counts[name] ?? 0) > 0);

const rolesSchema = z.object({ roles: z.array(z.looseObject({ id: z.string(), name: z.string() })) });

async function recordsLeft({ mark, sluice }: Smoke): Promise<{ schema: string; id: string }[]> {
  const people = await peopleWith(mark, sluice);
  const { roles } = await ask(sluice, ['call', 'getRoles', '{}'], { schema: rolesSchema });
  return [
    ...people.map(({ id, userType }) => ({ schema: String(userType), id })),
    ...roles.filter(({ name }) => name.includes(mark)).map(({ id }) => ({ schema: 'role', id })),
  ];
}

/** Where the server cannot undo, or the undo went wrong. @throws Error when some are left */
async function deleteLeft(smoke: Smoke): Promise<number> {
  const goneWithin = (seconds: number, what: string) =>
    until(smoke, { seconds, what: `the service no longer has ${what}` }, async () =>
      (await recordsLeft(smoke)).length === 0 ? true : undefined,
    );
  // A search may lag the undo.
  if (await goneWithin(10, 'them').catch(() => false)) return 0;
  const left = await recordsLeft(smoke);
  for (const { schema, id } of left) {
    const recordSets = [{ schema, lookup: 'id', records: [{ id, deleted: true }] }];
    const body = JSON.stringify({ recordSets, wait: true });
    await ask(smoke.sluice, ['call', 'import', body], { schema: z.unknown() });
  }
  await goneWithin(30, left.map(({ schema, id }) => `${schema} ${id}`).join(', '));
  return left.length;
}

const definitionsSchema = z.array(z.looseObject({ name: z.string() }));

/** The event of the removed definition removes it. */
async function scheduleIsGone(smoke: Smoke): Promise<number> {
  const { mark, sluice } = smoke;
  await until(smoke, { seconds: 30, what: `the schedule of ${mark} is gone.` }, async () => {
    const known = await ask(sluice, ['migrations'], { schema: definitionsSchema });
    return known.some(({ name }) => name === mark) ? undefined : true;
  });
  return 0;
}
