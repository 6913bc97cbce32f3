import { isDeepStrictEqual } from 'node:util';
import { limits, type DriftReason, type PreviewDrift, type PreviewDriftRecord } from '@sluice/contract';
import { outcomeOf } from './applying.ts';
import type { Outcome, PlanStep } from './plan.ts';
import type { Json } from '../store/record.ts';

export interface Expectation {
  /** The dry run of the same record sets, or the import itself for its own plan. */
  readonly since: string;
  readonly steps: readonly PlanStep[];
}

export interface Actual {
  readonly outcomes: readonly Outcome[];
  /** The final steps by number. */
  readonly made: ReadonlyMap<number, PlanStep>;
}

/** Every record whose outcome differs from the expected one, because the site changed in between. */
export function driftOf({ since, steps }: Expectation, { outcomes, made }: Actual): PreviewDrift {
  const actual = new Map(outcomes.map((outcome) => [outcome.number, outcome]));
  const site = { expected: createdBy(steps), actual: createdIn(outcomes) };
  const records = steps.flatMap((step): PreviewDriftRecord[] => {
    const outcome = actual.get(step.number);
    const reason = outcome && reasonOf({ step, outcome, made: made.get(step.number) }, site);
    return outcome && reason ? [[step.number, outcomeOf[step.action], outcome.outcome, reason]] : [];
  });
  return { since, ...cut(records) };
}

/** The drift of a refused import: the records that were expected to pass and now prevent it. */
export function driftOfRefusal({ since, steps }: Expectation, failed: ReadonlySet<number>): PreviewDrift {
  const records = steps
    .filter(({ number }) => failed.has(number))
    .map(({ number, action }): PreviewDriftRecord => [number, outcomeOf[action], 'failed', 'refused']);
  return { since, ...cut(records) };
}

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

/** New records get different ids each time, so only their being new is compared. */
function reasonOf(
  { step, outcome, made }: Compared,
  created: { readonly expected: Numbers; readonly actual: Numbers },
): DriftReason | undefined {
  if (outcome.outcome === 'failed') return 'refused';
  const expected = created.expected.has(step.id) ? null : step.id;
  const actual = created.actual.has(outcome.id) ? null : outcome.id;
  if (expected === null && actual !== null) return 'appeared';
  if (expected !== null && actual === null) return 'gone';
  if (expected !== actual) return 'another';
  if (outcomeOf[step.action] !== outcome.outcome) return 'changed';
  const isMadeSo =
    made === undefined || isSame(written(step, created.expected), written(made, created.actual));
  return isMadeSo ? undefined : 'changed';
}

/** A reference to a record that the same import creates is also compared only as new. */
function written(step: PlanStep, created: Numbers): PlanStep {
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    const number = created.get(value);
    return number === undefined ? value : { created: number };
  };
  const changes = Object.entries(step.changes).map(([field, value]) => [field, plain(value)]);
  return { ...step, changes: Object.fromEntries(changes) };
}

/** Whether two steps with the same outcome write the same values over the same values. */
const isSame = (a: PlanStep, b: PlanStep): boolean =>
  a.action === 'unchanged' ||
  (isDeepStrictEqual(a.changes, b.changes) && (a.before === b.before || isDeepStrictEqual(old(a), old(b))));

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
