import { jsonBytes } from '../store/json-bytes.ts';
import {
  countOutcomes,
  limits,
  recordName,
  type Preview,
  type PreviewDiff,
  type PreviewOutcome,
  type RecordProblem,
} from '@sluice/contract';
import { outcomeOf } from './applying.ts';
import type { Outcome, PlanStep } from './plan.ts';

/** The titles of the site's own fields by their stored names. */
type Titles = ReadonlyMap<string, string>;
const noTitles: Titles = new Map();

/** The preview of a dry run. New records have no id, since the import will choose others. */
export function previewOfPlan(steps: readonly PlanStep[], titles: Titles = noTitles): Preview {
  const unmade = new Set(steps.flatMap(({ action, id }) => (action === 'create' ? [id] : [])));
  const outcomes = steps.map(({ number, action, id }): PreviewOutcome =>
    id === null || unmade.has(id) ? [number, outcomeOf[action]] : [number, outcomeOf[action], id],
  );
  return preview(outcomes, steps, titles);
}

/** The preview of an import. Its diffs are those of the final steps. */
export function previewOfOutcomes(
  outcomes: readonly Outcome[],
  steps: readonly PlanStep[],
  titles: Titles = noTitles,
): Preview {
  const changed = new Set(
    outcomes.flatMap(({ number, outcome }) =>
      outcome === 'updated' || outcome === 'deleted' ? [number] : [],
    ),
  );
  return preview(
    outcomes.map(({ number, outcome, id }): PreviewOutcome =>
      id === null ? [number, outcome] : [number, outcome, id],
    ),
    steps.filter(({ number }) => changed.has(number)),
    titles,
  );
}

/** The preview of a refused import: the named records failed, and no other was attempted. */
export function previewOfRefusal(records: number, problems: readonly RecordProblem[]): Preview {
  const failed = new Set(problems.map(({ number }) => number));
  const outcomes = Array.from({ length: records }, (_, at): PreviewOutcome =>
    failed.has(at + 1) ? [at + 1, 'failed'] : [at + 1, 'notAttempted'],
  );
  return preview(outcomes, [], noTitles);
}

function preview(outcomes: PreviewOutcome[], steps: readonly PlanStep[], titles: Titles): Preview {
  const changed = steps.filter(({ action }) => action === 'update' || action === 'delete');
  const diffs = within(
    limits.previewDiffBytes,
    changed.map((step) => diffOf(step, titles)),
  );
  const names = within(
    limits.previewNameBytes,
    changed.flatMap(({ number, before }): [number, string][] => {
      const name = before === null ? undefined : recordName(before.fields);
      return name === undefined ? [] : [[number, name]];
    }),
  );
  const diffsOmitted = changed.length - diffs.length;
  return { v: 1, counts: countOutcomes(outcomes), outcomes, diffs, diffsOmitted, names };
}

function diffOf({ number, action, before, changes }: PlanStep, titles: Titles): PreviewDiff {
  const old = before?.fields ?? {};
  const next: PlanStep['changes'] = action === 'delete' ? {} : changes;
  const fields = Object.keys(action === 'delete' ? old : changes).map(
    (name): [string, [unknown, unknown]] => [
      titles.get(name) ?? name,
      [old[name] ?? null, next[name] ?? null],
    ],
  );
  return [number, Object.fromEntries(fields)];
}

/** The first items that fit. */
function within<T>(mostBytes: number, items: readonly T[]): T[] {
  let bytes = 0;
  const cut = items.findIndex((item) => (bytes += jsonBytes(item) + 1) > mostBytes);
  return cut === -1 ? [...items] : items.slice(0, cut);
}
