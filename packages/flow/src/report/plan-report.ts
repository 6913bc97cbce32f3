import type { Submission } from '@sluice/ledger';
import { previewHash } from '../submit/preview.ts';
import type { Files } from '../ports.ts';
import { csvReport } from './csv-report.ts';
import { readAhead } from './read-ahead.ts';
import { batchObjects, type PreviewRow } from '../run-objects.ts';

const columns = ['Row', 'Plan', 'Record id', 'Field', 'From', 'To'];

const planned: Record<PreviewRow['status'], string> = {
  created: 'create',
  updated: 'update',
  unchanged: 'leave as it is',
  deleted: 'delete',
  landed: 'write',
};

/**
 * What a run will do, for the person who approves it: one line for each row, or for each changed field. Keeps a few batches in
 * memory.
 */
export function planReport(
  dryRuns: readonly Submission[],
  files: Pick<Files, 'get'>,
): AsyncGenerator<string> {
  return csvReport(columns, planOfBatches(dryRuns, files));
}

async function* planOfBatches(
  dryRuns: readonly Submission[],
  files: Pick<Files, 'get'>,
): AsyncGenerator<string[][]> {
  const passed = dryRuns.filter((dryRun) => dryRun.previewSha256 !== undefined);
  const next = readAhead(passed, async ({ runId, batch, check, previewSha256: hash }) => {
    const preview = await batchObjects.preview.read({ runId, batch, check }, files);
    // A person approves only what the ledger knows.
    return preview && previewHash(preview) === hash ? preview : undefined;
  });
  for (const { batch } of passed) {
    const preview = await next();
    if (preview === undefined) {
      yield [note(`The preview of batch ${batch} is no longer stored.`)];
      continue;
    }
    yield preview.rows.flatMap(linesOf);
    const { diffsOmitted } = preview;
    if (diffsOmitted > 0)
      yield [note(`The service left out the changed fields of ${diffsOmitted} more records.`)];
  }
}

const note = (text: string): string[] => ['', text, '', '', '', ''];

function linesOf({ row, status, recordId = '', diff = {} }: PreviewRow): string[][] {
  const first = [String(row), planned[status], recordId];
  const fields = Object.entries(diff);
  if (fields.length === 0) return [[...first, '', '', '']];
  return fields.map(([field, [from, to]]) => [...first, field, valueText(from), valueText(to)]);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
