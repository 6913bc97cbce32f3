import { isDeepStrictEqual } from 'node:util';
import { limits, type DriftReason, type PreviewDrift, type PreviewDriftRecord } from '@sluice/contract';
import { outcomeOf } from './applying.ts';
import type { Outcome, PlanStep } from './plan.ts';

/** What was said that an import would do. */
export interface Promised {
  /** Who said it: a dry run of the same record sets, or the import's own plan. */
  readonly since: string;
  readonly steps: readonly PlanStep[];
}

/** What became of it. */
export interface Came {
  readonly outcomes: readonly Outcome[];
  /** The steps as they were made at last, by number. */
  readonly made: ReadonlyMap<number, PlanStep>;
}

/** Every record that came out otherwise than was said: somebody changed the site in between. */
export function driftOf({ since, steps }: Promised, { outcomes, made }: Came): PreviewDrift {
  const came = new Map(outcomes.map((outcome) => [outcome.number, outcome]));
  const site = { said: createdBy(steps), came: createdIn(outcomes) };
  const records = steps.flatMap((step): PreviewDriftRecord[] => {
    const outcome = came.get(step.number);
    const reason = outcome && reasonOf({ step, outcome, made: made.get(step.number) }, site);
    return outcome && reason ? [[step.number, outcomeOf[step.action], outcome.outcome, reason]] : [];
  });
  return { since, ...cut(records) };
}

/** Of a refusal: the records that stand against it, and were to be no trouble. The others were not tried. */
export function driftOfRefusal({ since, steps }: Promised, failed: ReadonlySet<number>): PreviewDrift {
  const records = steps
    .filter(({ number }) => failed.has(number))
    .map(({ number, action }): PreviewDriftRecord => [number, outcomeOf[action], 'failed', 'refused']);
  return { since, ...cut(records) };
}

type Ids = ReadonlySet<string | null>;
const createdBy = (steps: readonly PlanStep[]): Ids =>
  new Set(steps.flatMap(({ action, id }) => (action === 'create' ? [id] : [])));
const createdIn = (outcomes: readonly Outcome[]): Ids =>
  new Set(outcomes.flatMap(({ outcome, id }) => (outcome === 'created' ? [id] : [])));

interface Compared {
  readonly step: PlanStep;
  readonly outcome: Outcome;
  readonly made: PlanStep | undefined;
}

/** Records that are created have other ids each time: of those only that they are new is compared. */
function reasonOf(
  { step, outcome, made }: Compared,
  created: { readonly said: Ids; readonly came: Ids },
): DriftReason | undefined {
  if (outcome.outcome === 'failed') return 'refused';
  const said = created.said.has(step.id) ? null : step.id;
  const came = created.came.has(outcome.id) ? null : outcome.id;
  if (said === null && came !== null) return 'appeared';
  if (said !== null && came === null) return 'gone';
  if (said !== came) return 'another';
  if (outcomeOf[step.action] !== outcome.outcome) return 'changed';
  return made && !isSame(step, made) ? 'changed' : undefined;
}

/** Whether two steps that end alike write the same over the same. */
const isSame = (a: PlanStep, b: PlanStep): boolean =>
  a.action === 'unchanged' || (isDeepStrictEqual(a.changes, b.changes) && isDeepStrictEqual(old(a), old(b)));

const old = ({ before, changes }: PlanStep) =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, before?.fields[name] ?? null]));

function cut(records: readonly PreviewDriftRecord[]): Pick<PreviewDrift, 'records' | 'omitted'> {
  let bytes = 0;
  const kept: PreviewDriftRecord[] = [];
  for (const record of records) {
    bytes += JSON.stringify(record).length + 1;
    if (bytes > limits.previewDriftBytes) break;
    kept.push(record);
  }
  return { records: kept, omitted: records.length - kept.length };
}
