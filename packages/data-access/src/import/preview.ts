import { jsonBytes } from '../store/json-bytes.ts';
import {
  countOutcomes,
  limits,
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
  const updated = new Set(outcomes.flatMap(({ number, outcome }) => (outcome === 'updated' ? [number] : [])));
  return preview(
    outcomes.map(({ number, outcome, id }): PreviewOutcome =>
      id === null ? [number, outcome] : [number, outcome, id],
    ),
    steps.filter(({ number }) => updated.has(number)),
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
  const { diffs, omitted } = diffsOf(steps, titles);
  return { v: 1, counts: countOutcomes(outcomes), outcomes, diffs, diffsOmitted: omitted };
}

function diffsOf(steps: readonly PlanStep[], titles: Titles): { diffs: PreviewDiff[]; omitted: number } {
  const diffs: PreviewDiff[] = [];
  const updates = steps.filter(({ action }) => action === 'update');
  let bytes = 0;
  for (const { number, before, changes } of updates) {
    const fields = Object.entries(changes).map(([name, next]): [string, [unknown, unknown]] => [
      titles.get(name) ?? name,
      [before?.fields[name] ?? null, next],
    ]);
    const diff: PreviewDiff = [number, Object.fromEntries(fields)];
    bytes += jsonBytes(diff) + 1;
    if (bytes > limits.previewDiffBytes) break;
    diffs.push(diff);
  }
  return { diffs, omitted: updates.length - diffs.length };
}
