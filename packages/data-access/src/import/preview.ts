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

/** How people name fields that the site has added, by the names under which records keep them. */
type Titles = ReadonlyMap<string, string>;
const noTitles: Titles = new Map();

/** What a dry run would have done. Ids of records that do not exist yet are left out: they would be others. */
export function previewOfPlan(steps: readonly PlanStep[], titles: Titles = noTitles): Preview {
  const unmade = new Set(steps.flatMap(({ action, id }) => (action === 'create' ? [id] : [])));
  const outcomes = steps.map(({ number, action, id }): PreviewOutcome =>
    id === null || unmade.has(id) ? [number, outcomeOf[action]] : [number, outcomeOf[action], id],
  );
  return preview(outcomes, steps, titles);
}

/** What an import did. Diffs are those of the steps that were made. */
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

/** Of an import that was refused: nothing was attempted, and the records named are the ones that failed. */
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

/** The old and new values of updates, as many as fit. */
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
