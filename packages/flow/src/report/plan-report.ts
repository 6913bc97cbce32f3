import { recordName } from '@sluice/contract';
import type { Plan, Submission } from '@sluice/ledger';
import { counted, number } from '@sluice/contract/words';
import { previewHash } from '../attempts/preview.ts';
import type { Files } from '../ports.ts';
import type { Report, ReportLine } from './csv-report.ts';
import { readAhead } from './read-ahead.ts';
import { batchObjects, recordsOf, type PreviewRow } from '../run-objects.ts';

const columns = ['Row', 'Plan', 'Record', 'Record id', 'Field', 'Old', 'New'];
const packedHeader = ['Record', 'Field', 'Old', 'New'];

const planned: Record<PreviewRow['status'], string> = {
  created: 'create',
  updated: 'update',
  unchanged: 'leave as it is',
  deleted: 'delete',
  landed: 'write',
  skipped: 'skip',
};

export interface PlanToReport extends Pick<Plan, 'counts'> {
  readonly fileName: string;
  readonly dryRuns: readonly Submission[];
}

/**
 * What a run will do, for the person who approves it: the counts, and one line for each row, or for each field that it
 * writes or removes. Keeps a few batches in memory.
 */
export function planReport(plan: PlanToReport, files: Pick<Files, 'get'>): Report {
  const head = `Plan of ${plan.fileName}: ${countsText(plan.counts)}.`;
  const title = plan.counts.landed === 0 ? head : `${head} ${withoutPreview}`;
  return {
    head: [lineOf(title), lineOf(''), columns],
    lines: planOfBatches(plan, files),
    packedHeader,
  };
}

const withoutPreview =
  'The service does not report whether it will create or change a record, nor its stored values.';

/** The most drastic first. */
const kinds: readonly (readonly [keyof Plan['counts'], string])[] = [
  ['deleted', 'to delete'],
  ['updated', 'to change'],
  ['created', 'to create'],
  ['landed', 'to write'],
  ['unchanged', 'unchanged'],
  ['failed', 'wrong and left out'],
  ['skipped', 'equal to an earlier row'],
  ['filtered', 'filtered out'],
];

function countsText(counts: Plan['counts']): string {
  const parts = kinds.flatMap(([kind, words]) => {
    const count = counts[kind];
    return count === 0 ? [] : [`${number(count)} ${words}`];
  });
  return [counted(counts.read, 'row'), parts.join(', ')].filter((part) => part !== '').join(': ');
}

async function* planOfBatches(
  { dryRuns }: PlanToReport,
  files: Pick<Files, 'get'>,
): AsyncGenerator<readonly ReportLine[]> {
  const passed = dryRuns.filter((dryRun) => dryRun.previewSha256 !== undefined);
  const next = readAhead(passed, async (dryRun) => {
    const preview = await batchObjects.preview.read(dryRun, files);
    // A person approves only what the ledger knows.
    if (!preview || previewHash(preview) !== dryRun.previewSha256) return undefined;
    const object = await batchObjects.records.read(dryRun, files);
    return { ...preview, records: object ? recordsOf(object) : [] };
  });
  for (const { batch } of passed) {
    const preview = await next();
    if (preview === undefined) {
      yield [note(`The preview of batch ${batch} is no longer stored.`)];
      continue;
    }
    const { rows, records, diffsOmitted } = preview;
    yield rows.flatMap((row, index) => linesOf(row, records[index]));
    if (diffsOmitted > 0)
      yield [note(`The service left out the stored values of ${counted(diffsOmitted, 'more record')}.`)];
  }
}

/** A line of this one text. It has all cells, so that programs that guess the delimiter see columns at once. */
const lineOf = (text: string): string[] => columns.map((_, at) => (at === 0 ? text : ''));

/** Instead of rows that are not known. */
const note = (text: string): ReportLine => ({
  cells: columns.map((_, at) => (at === 1 ? text : '')),
  packed: { number: 0, cells: [text], outcome: { status: 'unknown' } },
});

const notReported = '(not reported)';

type Shown = [string, readonly [unknown, unknown]];

/**
 * Each field with its old and its new value. A service reports changes of what it stores, and may leave out large ones, which must
 * not hide a change: then it is what the sheet has.
 */
function fieldsOf(
  { status, diff, items }: PreviewRow,
  sent: Readonly<Record<string, unknown>> = {},
): Shown[] {
  const gone = items === undefined || items === 0 ? [] : [['(items)', [items, null]] as Shown];
  const isNew = status === 'created';
  if (diff !== undefined && !isNew) return [...Object.entries(diff), ...gone];
  if (status === 'unchanged') return [];
  if (status === 'deleted') return [['(all fields)', [notReported, null]], ...gone];
  // A new record that names others has their ids in its diff.
  const named = Object.entries(diff ?? {}).map(([field, [, value]]) => [field, value] as const);
  const fields = Object.entries({ ...sent, ...Object.fromEntries(named) }).filter(
    ([, value]) => !isNew || value !== null,
  );
  return fields.map(([field, value]) => [field, [isNew ? null : notReported, value]]);
}

function linesOf(row: PreviewRow, sent?: Readonly<Record<string, unknown>>): ReportLine[] {
  const { row: number, status, recordId } = row;
  const name = row.name ?? recordName(sent ?? {}) ?? '';
  const fields = fieldsOf(row, sent);
  return (fields.length === 0 ? [[undefined, []] as const] : fields).map(([field, [old, next]]) => {
    const change = [field ?? '', valueText(old), valueText(next)];
    return {
      cells: [String(number), planned[status], name, recordId ?? '', ...change],
      packed: { number, cells: [name, ...change], outcome: { status, recordId, field } },
    };
  });
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
