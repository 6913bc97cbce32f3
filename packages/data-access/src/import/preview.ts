import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  countOutcomes,
  limits,
  recordName,
  unmetCodes,
  type Preview,
  type PreviewDiff,
  type PreviewOutcome,
  type RecordProblem,
  type UnmetCode,
} from '@sluice/contract';
import { outcomeOf } from './applying.ts';
import { recordOf, setOf, type ImportRequest } from './import-request.ts';
import type { ItemsOfList } from './items-of-lists.ts';
import { inOrder, type ImportPlan, type Outcome, type PlanStep } from './plan.ts';
import type { Json } from '../store/record.ts';

/** The titles of the site's own fields by their stored names. */
type Titles = ImportRequest['titles'];
const noTitles: Titles = new Map();

/** A preview, and as JSON the lists of diffs that it has no room for. */
export interface MadePreview {
  readonly preview: Preview;
  readonly pages: readonly string[];
}

/** What a dry run has found. */
interface Dry extends Pick<ImportPlan, 'steps' | 'unmet'> {
  readonly request: ImportRequest;
  readonly items: ItemsOfList[];
}

/** The preview of a dry run. New records have no id, since the import will choose others. */
export function previewOfPlan({ steps, unmet, request, items }: Dry): MadePreview {
  const unmade = new Map(
    steps.flatMap(({ action, id, number }) => (action === 'create' ? [[id, number]] : [])),
  );
  const planned = steps.map(({ number, action, id }): Outcome => ({
    number,
    outcome: outcomeOf[action],
    id: unmade.has(id) ? null : id,
  }));
  const outcomes = inOrder([...planned, ...unmet]);
  const shown = steps.flatMap((step) => {
    const changes = changesShown(step, request, unmade);
    const isShown = step.action === 'create' ? Object.keys(changes).length > 0 : step.action !== 'unchanged';
    return isShown ? [{ ...step, changes }] : [];
  });
  const made = preview(outcomes, shown, request.titles);
  return { ...made, preview: { ...made.preview, ...(items.length > 0 && { items }) } };
}

/** Of a new record, only the values that differ from those sent. What the import creates is named by its number: its id is another one each time. */
function changesShown(
  { action, set, number, changes }: PlanStep,
  request: ImportRequest,
  unmade: ReadonlyMap<Json, number>,
): PlanStep['changes'] {
  const named = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(named);
    return unmade.has(value) ? `(new record ${unmade.get(value)})` : value;
  };
  const sent = action === 'create' ? recordOf(setOf(request, set), number)?.changes : undefined;
  const isSent = (field: string, value: Json) =>
    sent !== undefined && (!(field in sent) || isDeepStrictEqual(sent[field], value));
  return Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) =>
      isSent(field, value) ? [] : [[field, named(value)] as const],
    ),
  );
}

/** The preview of an import. Its diffs are those of the final steps. */
export function previewOfOutcomes(
  outcomes: readonly Outcome[],
  steps: readonly PlanStep[],
  titles: Titles = noTitles,
): MadePreview {
  const changed = new Set(
    outcomes.flatMap(({ number, outcome }) =>
      outcome === 'updated' || outcome === 'deleted' ? [number] : [],
    ),
  );
  return preview(
    outcomes,
    steps.filter(({ number }) => changed.has(number)),
    titles,
  );
}

/** The preview of a refused import: the named records failed, and no other was attempted. */
export function previewOfRefusal(records: number, problems: readonly RecordProblem[]): MadePreview {
  const failed = new Set(problems.map(({ number }) => number));
  const outcomes = Array.from({ length: records }, (_, at): Outcome => ({
    number: at + 1,
    outcome: failed.has(at + 1) ? 'failed' : 'notAttempted',
    id: null,
  }));
  return preview(outcomes, [], noTitles);
}

/** @param steps those with a diff */
function preview(made: readonly Outcome[], changed: readonly PlanStep[], titles: Titles): MadePreview {
  const all = changed.map((step) => diffOf(step, titles));
  const texts = all.map((diff) => JSON.stringify(diff));
  const shown = fitting(texts, limits.previewDiffBytes);
  const outcomes = made.map(({ number, outcome, id }): PreviewOutcome =>
    id === null ? [number, outcome] : [number, outcome, id],
  );
  const skipped = made.flatMap(({ number, outcome, problem }): [number, UnmetCode][] => {
    const code = unmetCodes.find((one) => one === problem?.code);
    return outcome === 'skipped' && code ? [[number, code]] : [];
  });
  const names = changed.flatMap(({ number, before }): [number, string][] => {
    const name = before === null ? undefined : recordName(before.fields);
    return name === undefined ? [] : [[number, name]];
  });
  return {
    preview: {
      v: 1,
      counts: countOutcomes(outcomes),
      outcomes,
      diffs: all.slice(0, shown),
      diffsOmitted: all.length - shown,
      diffsSha256: sha256Of(listOf(texts)),
      names: names.slice(
        0,
        fitting(
          names.map((name) => JSON.stringify(name)),
          limits.previewNameBytes,
        ),
      ),
      ...(skipped.length > 0 && { skipped }),
    },
    pages: pagesOf(texts.slice(shown)),
  };
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

/** How many of the first texts fit. */
function fitting(texts: readonly string[], mostBytes: number): number {
  let bytes = 0;
  const cut = texts.findIndex((text) => (bytes += Buffer.byteLength(text) + 1) > mostBytes);
  return cut === -1 ? texts.length : cut;
}

/** A diff that is larger than a page has one alone. */
function pagesOf(texts: readonly string[]): string[] {
  const pages: string[] = [];
  for (let from = 0; from < texts.length;) {
    const count = Math.max(1, fitting(texts.slice(from), limits.diffPageBytes));
    pages.push(listOf(texts.slice(from, from + count)));
    from += count;
  }
  return pages;
}

const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`;

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
