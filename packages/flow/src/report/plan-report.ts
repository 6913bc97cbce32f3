import type { Submission } from '@sluice/ledger';
import { previewHash } from '../submit/preview.ts';
import type { Files } from '../ports.ts';
import { readAhead } from './read-ahead.ts';
import { reportHead, reportLine } from './report-cells.ts';
import { batchObjects, type PreviewRow } from '../run-objects.ts';

const columns = ['Row', 'Plan', 'Record id', 'Field', 'From', 'To'] as const;

const words: Record<PreviewRow['status'], string> = {
  created: 'create',
  updated: 'update',
  unchanged: 'leave as it is',
  deleted: 'delete',
  landed: 'write',
};

/**
 * What a run will do, for the person who is to approve it: a line for each row, and of a change one for each field. In the memory of a
 * few batches.
 */
export async function* planSheet(
  dryRuns: readonly Submission[],
  files: Pick<Files, 'get'>,
): AsyncGenerator<string> {
  yield reportHead(columns);
  const passed = dryRuns.filter(({ foretold }) => foretold !== undefined);
  const next = readAhead(passed, async ({ runId, batch, check, foretold }) => {
    const kept = await batchObjects.preview.read({ runId, batch, check }, files);
    // Only what the ledger knows is what would be approved.
    return kept && previewHash(kept) === foretold ? kept : undefined;
  });
  for (const { batch } of passed) {
    const foretold = await next();
    if (foretold === undefined) {
      yield reportLine(['', `what batch ${batch} would do is not kept any more`, '', '', '', '']);
      continue;
    }
    yield foretold.rows.map(linesOf).join('');
    if (foretold.diffsOmitted > 0) yield reportLine(['', omitted(foretold.diffsOmitted), '', '', '', '']);
  }
}

function linesOf({ row, status, recordId = '', diff = {} }: PreviewRow): string {
  const told = [String(row), words[status], recordId];
  const fields = Object.entries(diff);
  if (fields.length === 0) return reportLine([...told, '', '', '']);
  return fields
    .map(([field, [from, to]]) => reportLine([...told, field, valueText(from), valueText(to)]))
    .join('');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function omitted(records: number): string {
  return `of ${records} more records the service did not say which fields would change`;
}
