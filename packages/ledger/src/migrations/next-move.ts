import { reasonOf, whyOf, type Why } from '@sluice/contract';
import {
  byOwnRule,
  type MigrationEvent,
  type MigrationRun,
  type StepCounts,
  type StepStatus,
} from './model.ts';
import { currentStep } from './transitions.ts';

/** What a migration needs to know about one of its runs. */
export interface StepRun {
  readonly runId: string;
  /** `open`: it goes on by itself. `person`: it waits for one. With the others it has ended. */
  readonly state: 'open' | 'person' | 'good' | 'partly' | 'failed';
  readonly counts?: StepCounts | undefined;
  readonly reason?: string | undefined;
  readonly reasonCodes?: readonly string[] | undefined;
}

export type Move =
  | { readonly kind: 'event'; readonly event: MigrationEvent }
  /** Find the files of the step and send them. */
  | { readonly kind: 'begin'; readonly step: number }
  /** Runs of the step are awaited; some wait for a person. */
  | { readonly kind: 'wait'; readonly step: number; readonly persons: readonly string[] }
  /** Runs of the step are to be cancelled first. */
  | { readonly kind: 'cancel'; readonly runIds: readonly string[] };

/** The next move of a running migration, by the runs of its current step. Pure. */
export function nextMove(run: MigrationRun, runs: readonly StepRun[], at: string): Move {
  const step = currentStep(run);
  const open = runs.filter(({ state }) => state === 'open' || state === 'person');
  if (run.cancel !== undefined) {
    if (open.length > 0) return { kind: 'cancel', runIds: open.map(({ runId }) => runId) };
    // The step ends first, so that what its runs had written is counted.
    if (step !== undefined && run.steps[step]?.status === 'running')
      return endOfStep(run, { step, runs, at });
    return event({ type: 'cancelled', at, ...whereItStopped(run) });
  }
  if (mustNotGoOn(run)) return endOf(run, at);
  if (step === undefined) return endOf(run, at);
  if (run.steps[step]?.status === 'waiting') return { kind: 'begin', step };
  if (open.length > 0) {
    const persons = open.filter(({ state }) => state === 'person').map(({ runId }) => runId);
    return { kind: 'wait', step, persons };
  }
  return endOfStep(run, { step, runs, at });
}

function endOfStep(
  run: MigrationRun,
  { step, runs, at }: { readonly step: number; readonly runs: readonly StepRun[]; readonly at: string },
): Move {
  const { status, why } = outcomeOf(runs, run);
  const counts = sumOf(runs.map(({ counts = {} }) => counts));
  return event({ type: 'stepEnded', at, step, status, counts, ...why });
}

/** Whether its rule ends it after a failed step. A dry run checks every step, whatever it finds. */
function mustNotGoOn({ definition, dryRun, steps }: MigrationRun): boolean {
  return !dryRun && definition?.ifStepFails !== 'goOn' && steps.some(({ status }) => status === 'failed');
}

function outcomeOf(
  runs: readonly StepRun[],
  { dryRun }: MigrationRun,
): { readonly status: 'succeeded' | 'passed' | 'partly' | 'failed'; readonly why?: StepWhy } {
  const bad = runs.find(({ state }) => state === 'failed') ?? runs.find(({ state }) => state === 'partly');
  if (bad === undefined) return { status: dryRun ? 'passed' : 'succeeded' };
  const status = bad.state === 'failed' ? 'failed' : 'partly';
  const { runId, reason, reasonCodes } = bad;
  const why = reason === undefined ? whyOf(reasonOf('step_partly', { run: runId })) : { reason, reasonCodes };
  return { status, why };
}

type StepWhy = Pick<StepRun, 'reason' | 'reasonCodes'>;

function endOf(run: MigrationRun, at: string): Move {
  const failed = run.steps.findIndex(({ status }) => status === 'failed');
  const why = failed < 0 ? undefined : whyStepFailed(run, failed);
  if (why !== undefined && !run.dryRun && run.definition?.ifStepFails === 'undo')
    return event({ type: 'undoRequested', at, by: byOwnRule, ...why });
  return event({ type: 'finished', at, status: endStatusOf(run), ...why });
}

/** With the codes of the step itself, such as those of the run that failed. */
function whyStepFailed({ definition, steps }: MigrationRun, at: number): StepWhy {
  const name = definition?.steps[at]?.name;
  const { reason = '', reasonCodes = [] } = steps[at] ?? {};
  const step = `${at + 1}${name === undefined ? '' : ` (${name})`}`;
  const why = whyOf(reasonOf('step_failed', { step, why: reason }));
  return { reason: why.reason.trim(), reasonCodes: [...why.reasonCodes, ...reasonCodes] };
}

const landed = ['created', 'updated', 'unchanged', 'deleted', 'landed'];

/** How a migration ends whose steps are over, unless it undoes them. */
export function endStatusOf({ dryRun, steps }: MigrationRun): 'succeeded' | 'partly' | 'failed' {
  const statuses = new Set<StepStatus>(steps.map(({ status }) => status));
  if (!statuses.has('failed')) return statuses.has('partly') ? 'partly' : 'succeeded';
  const hasLanded =
    !dryRun && steps.some(({ counts = {} }) => landed.some((name) => (counts[name] ?? 0) > 0));
  return hasLanded ? 'partly' : 'failed';
}

export function sumOf(counts: readonly StepCounts[]): StepCounts {
  const sum: Record<string, number> = {};
  for (const one of counts)
    for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function whereItStopped(run: MigrationRun): Why {
  const last = run.steps.findLastIndex(({ status }) => status !== 'waiting');
  const where = last < 0 ? 'before its first step' : `in step ${last + 1} of ${run.steps.length}`;
  const begun = run.startedAt === undefined ? 'before it began' : where;
  return whyOf(reasonOf('migration_cancelled', { by: run.cancel?.by ?? 'somebody', where: begun }));
}

const event = (next: MigrationEvent): Move => ({ kind: 'event', event: next });
