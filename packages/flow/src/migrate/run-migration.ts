import { reasonOf, whyOf } from '@sluice/contract';
import { log } from '@sluice/aws-kit/handlers';
import {
  endStatusOf,
  isMigrationEnded,
  isMigrationOpen,
  nextMove,
  type MigrationEvent,
  type MigrationRun,
  type Move,
  type StepRun,
} from '@sluice/ledger/migrations';
import * as z from 'zod';
import { startTracker } from '../attempts/start-tracker.ts';
import { arrivalOf } from '../read/arrivals.ts';
import { begin } from './begin.ts';
import { notifyOfMigration } from './notify-of-migration.ts';
import type { RunMigrationServices } from './services.ts';
import { withNotes } from './dry-run-notes.ts';
import { runsOfStep } from './step-runs.ts';
import { sourcesOf } from './step-sources.ts';
import { turnOf } from './take-turn.ts';
import { undoStep } from './undo-migration.ts';

/** The state of the migrations machine: the input of the execution, then the answer of each check. */
export const migrationInputSchema = z.object({
  name: z.string().min(1),
  scheduledAt: z.iso.datetime({ offset: true }),
  execution: z.string().min(1),
  checks: z.int().min(0).default(0),
  waitSeconds: z.number().optional(),
  progress: z.string().optional(),
});

export interface MigrationOutput {
  readonly name: string;
  readonly scheduledAt: string;
  readonly checks: number;
  readonly waitSeconds: number;
  readonly progress: string;
  readonly next: 'wait' | 'done';
}

/** A check adds about 8 events to the 25,000 that an execution may have; then the sweep starts the next one. */
const mostChecks = 2000;
/** A Lambda has a minute. */
const movesPerCheck = 10;
/** 2, 3, 5, 8 … seconds while nothing moves, and 5 minutes at most. */
const [growth, longestSeconds, shortestSeconds] = [1.5, 300, 2];

/**
 * Takes a migration as far as possible now. While the stage is paused it leaves no trace, since the table may be replaced: afterwards
 * the migration begins, or is too late. @returns when to check again
 */
export async function runMigration(
  input: z.output<typeof migrationInputSchema>,
  services: RunMigrationServices,
): Promise<MigrationOutput> {
  if (services.isPaused) {
    const { name, scheduledAt, checks } = input;
    log.info('migration_waits_for_stage', { name, scheduledAt });
    return { name, scheduledAt, checks, waitSeconds: longestSeconds, progress: '', next: 'wait' };
  }
  let migration = await begin(input, services);
  // The ledger names the one execution of a start; any other retires.
  const isOurs = () => migration.execution === input.execution;
  let runs: readonly StepRun[] = [];
  for (let moves = 0; isOurs() && moves < movesPerCheck; moves += 1) {
    runs = await runsOfStep(migration, services.ledger);
    const next = await advance(migration, runs, services);
    if (next === undefined) break;
    migration = next;
  }
  const progress = `${migration.version} ${runs.map(({ state }) => state).join()}`;
  const grown = Math.min(longestSeconds, Math.ceil((input.waitSeconds ?? 1) * growth));
  const { name, scheduledAt, checks } = input;
  return {
    name,
    scheduledAt,
    checks: checks + 1,
    waitSeconds: progress === input.progress ? grown : shortestSeconds,
    progress,
    next: !isMigrationOpen(migration) || !isOurs() || checks + 1 >= mostChecks ? 'done' : 'wait',
  };
}

/** The migration after its next move; undefined while something is awaited. A crash repeats the move, which does no harm. */
async function advance(
  migration: MigrationRun,
  runs: readonly StepRun[],
  services: RunMigrationServices,
): Promise<MigrationRun | undefined> {
  const { migrationId, status } = migration;
  if (isMigrationEnded(status)) return notifyOfMigration(migration, undefined, services);
  const next = status === 'running' ? nextMove(migration, runs, services.now().toISOString()) : undefined;
  const event = next
    ? await eventOf(next, migration, services)
    : await eventOutsideSteps(migration, services);
  if (event === undefined) {
    const isAsking = next?.kind === 'wait' && next.persons.length > 0;
    return isAsking ? notifyOfMigration(migration, next.persons, services) : undefined;
  }
  const { moved, now } = await services.migrations.move(migrationId, event);
  if (moved) log.info('migration_moved', { migrationId, event: event.type, status: now.status });
  return now;
}

function eventOutsideSteps(
  migration: MigrationRun,
  services: RunMigrationServices,
): Promise<MigrationEvent | undefined> {
  return migration.status === 'planned' ? turnOf(migration, services) : undoStep(migration, services);
}

async function eventOf(
  next: Move,
  migration: MigrationRun,
  services: RunMigrationServices,
): Promise<MigrationEvent | undefined> {
  switch (next.kind) {
    case 'begin':
      return beginStep(migration, next.step, services);
    case 'cancel':
      return cancelRuns(next.runIds, migration, services);
    case 'wait':
      return resendMissing(migration, next.step, services);
    case 'event':
      return decided(migration, next.event, services);
  }
}

/** Sends the messages first, so that the ledger has only runs that were sent. A repeated message is the same run (invariant 7). */
async function beginStep(
  migration: MigrationRun,
  step: number,
  services: RunMigrationServices,
): Promise<MigrationEvent> {
  const at = services.now().toISOString();
  const found = await sourcesOf(migration, step, services);
  if (found.kind === 'sources') {
    await services.arrivals.send(found.drops.map(arrivalOf));
    return { type: 'stepBegun', at, step, runIds: found.drops.map(({ runId }) => runId) };
  }
  const isFine = found.kind === 'empty' && migration.definition?.steps[step]?.ifEmpty === 'goOn';
  return { type: 'stepEnded', at, step, status: isFine ? 'empty' : 'failed', ...found.why };
}

/** After this time a message that has not arrived is lost. */
const arrivalMs = 10 * 60_000;

async function resendMissing(
  migration: MigrationRun,
  step: number,
  services: RunMigrationServices,
): Promise<undefined> {
  const { startedAt = migration.createdAt, runIds = [] } = migration.steps[step] ?? {};
  if (services.now().getTime() - Date.parse(startedAt) < arrivalMs) return undefined;
  const known = await Promise.all(runIds.map((runId) => services.ledger.run(runId)));
  if (known.every((run) => run !== undefined)) return undefined;
  const found = await sourcesOf(migration, step, services);
  if (found.kind !== 'sources') return undefined;
  const missing = found.drops.filter((_, index) => known[index] === undefined);
  log.info('migration_drops_resent', {
    migrationId: migration.migrationId,
    step: step + 1,
    runs: missing.length,
  });
  await services.arrivals.send(missing.map(arrivalOf));
  return undefined;
}

/** A run that has not begun is cancelled at the next check. */
async function cancelRuns(
  runIds: readonly string[],
  { cancel, name }: MigrationRun,
  services: RunMigrationServices,
): Promise<undefined> {
  const at = services.now().toISOString();
  for (const runId of runIds) {
    const run = await services.ledger.run(runId);
    if (run === undefined || run.cancel !== undefined) continue;
    const by = cancel?.by ?? `migration ${name}`;
    const { moved, now } = await services.ledger.moveRun(runId, { type: 'cancelRequested', at, by });
    if (moved) await startTracker(now, services);
  }
  return undefined;
}

async function decided(
  migration: MigrationRun,
  event: MigrationEvent,
  services: RunMigrationServices,
): Promise<MigrationEvent> {
  if (event.type === 'stepEnded' && migration.dryRun) return withNotes(migration, event, services.ledger);
  if (event.type !== 'undoRequested' || services.canRevert) return event;
  return endWithoutUndo(migration, event);
}

/** Where its rule says `undo`, but no run can be undone. */
export function endWithoutUndo(
  migration: MigrationRun,
  event: Extract<MigrationEvent, { type: 'undoRequested' }>,
): Extract<MigrationEvent, { type: 'finished' }> {
  const note = whyOf(reasonOf('migration_not_undone'));
  return {
    type: 'finished',
    at: event.at,
    status: endStatusOf(migration),
    reason: `${event.reason ?? ''} ${note.reason}`.trim(),
    reasonCodes: [...(event.reasonCodes ?? []), ...note.reasonCodes],
  };
}
