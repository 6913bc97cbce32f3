import { isDeepStrictEqual } from 'node:util';
import { limits, type DriftReason, type PreviewDrift, type PreviewDriftRecord } from '@sluice/contract';
import { outcomeOf } from './applying.ts';
import type { Outcome, PlanStep } from './plan.ts';
import type { Json } from '../store/record.ts';

/** What an import was expected to do. */
export interface Promised {
  /** Where the expectation comes from: a dry run of the same record sets, or the import's own plan. */
  readonly since: string;
  readonly steps: readonly PlanStep[];
}

/** What became of it. */
export interface Came {
  readonly outcomes: readonly Outcome[];
  /** The steps as they were made at last, by number. */
  readonly made: ReadonlyMap<number, PlanStep>;
}

/** Every record whose outcome differs from the expected one: somebody changed the site in between. */
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

/** For a refusal: the records that prevent it and were expected to pass. The others were not tried. */
export function driftOfRefusal({ since, steps }: Promised, failed: ReadonlySet<number>): PreviewDrift {
  const records = steps
    .filter(({ number }) => failed.has(number))
    .map(({ number, action }): PreviewDriftRecord => [number, outcomeOf[action], 'failed', 'refused']);
  return { since, ...cut(records) };
}

/** The number of each record that is created. */
type Numbers = ReadonlyMap<unknown, number>;
const createdBy = (steps: readonly PlanStep[]): Numbers =>
  new Map(steps.flatMap(({ action, id, number }) => (action === 'create' ? [[id, number]] : [])));
const createdIn = (outcomes: readonly Outcome[]): Numbers =>
  new Map(outcomes.flatMap(({ outcome, id, number }) => (outcome === 'created' ? [[id, number]] : [])));

interface Compared {
  readonly step: PlanStep;
  readonly outcome: Outcome;
  readonly made: PlanStep | undefined;
}

/** Records that are created have other ids each time: of those only that they are new is compared. */
function reasonOf(
  { step, outcome, made }: Compared,
  created: { readonly said: Numbers; readonly came: Numbers },
): DriftReason | undefined {
  if (outcome.outcome === 'failed') return 'refused';
  const said = created.said.has(step.id) ? null : step.id;
  const came = created.came.has(outcome.id) ? null : outcome.id;
  if (said === null && came !== null) return 'appeared';
  if (said !== null && came === null) return 'gone';
  if (said !== came) return 'another';
  if (outcomeOf[step.action] !== outcome.outcome) return 'changed';
  const isMadeSo = made === undefined || isSame(written(step, created.said), written(made, created.came));
  return isMadeSo ? undefined : 'changed';
}

/** By its name a record may refer to one that the same import creates: of that, too, only that it is new is compared. */
function written(step: PlanStep, created: Numbers): PlanStep {
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    const number = created.get(value);
    return number === undefined ? value : { created: number };
  };
  const changes = Object.entries(step.changes).map(([field, value]) => [field, plain(value)]);
  return { ...step, changes: Object.fromEntries(changes) };
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
