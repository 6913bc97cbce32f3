import type { Submission } from '@sluice/ledger';
import { previewHash } from '../submit/preview.ts';
import type { Files } from '../ports.ts';
import { csvReport } from './csv-report.ts';
import { readAhead } from './read-ahead.ts';
import { batchObjects, recordsOf, type PreviewRow } from '../run-objects.ts';

const columns = ['Row', 'Plan', 'Record id', 'Field', 'From', 'To'];

const planned: Record<PreviewRow['status'], string> = {
  created: 'create',
  updated: 'update',
  unchanged: 'leave as it is',
  deleted: 'delete',
  landed: 'write',
};

/**
 * What a run will do, for the person who approves it: one line for each row, or for each field that it writes. Keeps a few
 * batches in memory.
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
  const next = readAhead(passed, async (dryRun) => {
    const preview = await batchObjects.preview.read(dryRun, files);
    // A person approves only what the ledger knows.
    if (!preview || previewHash(preview) !== dryRun.previewSha256) return undefined;
    const object = preview.rows.some(isUnreported)
      ? await batchObjects.records.read(dryRun, files)
      : undefined;
    return { ...preview, records: object ? recordsOf(object) : [] };
  });
  for (const { batch } of passed) {
    const preview = await next();
    if (preview === undefined) {
      yield [note(`The preview of batch ${batch} is no longer stored.`)];
      continue;
    }
    const { rows, records, diffsOmitted } = preview;
    yield rows.flatMap((row, index) =>
      linesOf(isUnreported(row) ? { ...row, diff: sentFields(row, records[index]) } : row),
    );
    if (diffsOmitted > 0)
      yield [note(`The service left out the changed fields of ${diffsOmitted} more records.`)];
  }
}

const note = (text: string): string[] => ['', text, '', '', '', ''];

/** Large changes elsewhere in the batch would hide this one: the service leaves out what is beyond its limit. */
function isUnreported({ status, diff }: PreviewRow): boolean {
  return diff === undefined && ['created', 'updated', 'landed'].includes(status);
}

/** A new record has no values that would change. Of others, the values that they have now are not known. */
function sentFields(
  { status }: PreviewRow,
  record: Readonly<Record<string, unknown>> = {},
): NonNullable<PreviewRow['diff']> {
  const isNew = status === 'created';
  const sent = Object.entries(record).filter(([, value]) => !isNew || value !== null);
  return Object.fromEntries(sent.map(([field, value]) => [field, [isNew ? null : '(not reported)', value]]));
}

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
