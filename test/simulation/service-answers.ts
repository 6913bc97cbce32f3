import { reasonOf } from '@sluice/contract';
import type { Input, Row, ServiceOptions } from './service-options.ts';
import { rowsOf, undo, type Import, type Stored } from './service-records.ts';

const meta = { requestId: 'r1', duration: 1, rateLimitRemaining: 90_000, rateLimitLimit: 100_000 };

export const success = (output: object) => ({ ok: true, meta, ...output });
export const failure = (code: string, message: string, own: object = meta) => ({
  ok: false,
  meta: own,
  error: { code, message },
});

const outcomeNames = ['created', 'updated', 'unchanged', 'deleted', 'failed', 'notAttempted'];

/** The answer of `importStatus`. */
export function statusOf(
  made: Import,
  { isOurs, hasPreview = isOurs, diffPages, dryEndsSuccess = !isOurs, now }: ServiceOptions,
): object {
  const { importId, refusal, outcomes, dryRun, doneAt } = made;
  const common = { importId, createdDate: now().toISOString() };
  if (doneAt > now().getTime())
    return { ...common, status: 'validating', done: false, success: false, error: false };
  if (refusal !== undefined || outcomes === undefined)
    return { ...common, status: 'invalid', done: true, success: false, error: true, errorMessage: refusal };
  const count = (name: string) => outcomes.filter(([, outcome]) => outcome === name).length;
  const counts = Object.fromEntries(outcomeNames.map((name) => [name, count(name)]));
  const preview = hasPreview
    ? JSON.stringify({ v: 1, counts, outcomes, diffs: diffsOf(made), diffsOmitted: 0, diffPages })
    : `${outcomes.length} records`;
  const unmet = outcomes.filter(([, outcome]) => outcome === 'failed');
  if (unmet.length > 0) {
    const says = reasonOf('changed_meanwhile').says;
    const errorMessage = unmet
      .map(([number]) => `record ${number} (set 1, record ${number}): record: ${says}`)
      .join('\n');
    return { ...common, status: 'error', done: true, success: false, error: true, errorMessage, preview };
  }
  const status = dryRun && !dryEndsSuccess ? 'valid' : 'success';
  return { ...common, status, done: true, success: true, error: false, preview };
}

/** Each field that is changed or removed, as it is and as it would be. */
function diffsOf({ sets, before, outcomes = [] }: Import) {
  const rows = rowsOf(sets);
  return outcomes
    .filter(([, outcome]) => outcome === 'updated' || outcome === 'deleted')
    .map(([number, outcome]) => {
      const { record = {}, lookup = '' } = rows[number - 1] ?? {};
      const old = before.get(lookup) ?? {};
      const next: Row = outcome === 'deleted' ? {} : record;
      const fields = Object.keys(outcome === 'deleted' ? old : record);
      const changed = fields.filter((field) => old[field] !== next[field]);
      return [
        number,
        Object.fromEntries(changed.map((field) => [field, [old[field] ?? null, next[field] ?? null]])),
      ];
    });
}

/** The answer of `getRevert`; an undo is done as soon as somebody asks after its time. */
export function revertOf(
  found: Import | undefined,
  { outcomes }: Input,
  { records, options }: { readonly records: Map<string, Stored>; readonly options: ServiceOptions },
): object {
  if (found?.undo === undefined) return failure('not_found', 'not undone');
  const kept = (lookup: string) => options.undone?.(lookup);
  if (found.undo.at + (options.undoesFor ?? 500) > options.now().getTime())
    return success({ revert: { status: 'reverting' } });
  const rows = rowsOf(found.sets);
  const items = (found.outcomes ?? []).map(([number, , id]) => ({
    number,
    id,
    outcome: 'reversed',
    ...kept(rows[number - 1]?.lookup ?? ''),
  }));
  const counts = { reversed: 0, kept: 0, failed: 0 };
  for (const { outcome } of items) counts[outcome as keyof typeof counts] += 1;
  if (!found.undo.isDone) {
    undo(found, { records, isKept: (lookup) => kept(lookup) !== undefined });
    const startedDate = new Date(found.undo.at).toISOString();
    options.reverted?.({ importId: found.importId, by: 'somebody', startedDate, ...counts });
  }
  found.undo.isDone = true;
  const listed = outcomes === undefined ? {} : { items, hasMore: false };
  return success({ revert: { status: 'reverted', counts }, ...listed });
}
