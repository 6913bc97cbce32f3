import { importSchema, type Preview } from '@sluice/contract';
import {
  changedSince,
  changeReason,
  exportedRows,
  isOwnChange,
  type Change,
  type RefusedRow,
} from '@sluice/import-plan';
import type { Ledger, Submission } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import { batchObjects, recordSetsSchema, runKeys, type BatchObject } from '../run-objects.ts';

export interface ChangedServices {
  readonly ledger: Pick<Ledger, 'submissions'>;
  readonly files: Pick<Files, 'get'>;
}

type Fields = Readonly<Record<string, unknown>>;

/** A row of which others have changed the record since its export. */
interface Found {
  readonly row: number;
  readonly exportId: string;
  readonly schema: string;
  readonly lookup: string;
  readonly record: Fields;
  changes: Change[];
}

/**
 * The rows of a batch that are edited rows of an export, and of which others have changed the record since. What an earlier drop of the
 * same export wrote is no change by others. Without a preview nothing is known, and no row is one of these.
 */
export async function changedRows(
  { runId, batch }: Pick<Submission, 'runId' | 'batch'>,
  { object, preview }: { readonly object: BatchObject; readonly preview: Preview | undefined },
  services: ChangedServices,
): Promise<RefusedRow[]> {
  if (object.exported === undefined || preview === undefined) return [];
  const all = foundIn(object, preview);
  const isOpen = ({ changes }: Found) => changes.length > 0;
  for (const [exportId, found] of [...Map.groupBy(all, (one) => one.exportId)].slice(0, mostExports))
    for await (const earlier of earlierDrops(exportId, runId, services.files)) {
      if (!found.some(isOpen)) break;
      await takeOwn(found, { runId: earlier, batch }, services);
    }
  const { exported, headers = {} } = object;
  return all.filter(isOpen).map(({ row, record, changes }) => ({
    row,
    reasons: changes.map((change) => changeReason(change, record, headers[change.field] ?? change.field)),
    ...(exported.ifChanged === 'skip' && { leftOut: true as const }),
  }));
}

function foundIn(object: BatchObject, preview: Preview): Found[] {
  const { exported, before } = object;
  const diffs = new Map(preview.diffs);
  const outcomes = new Map(preview.outcomes.map(([number, outcome]) => [number, outcome]));
  return recordsIn(object).flatMap(({ row, schema, lookup, record }, at) => {
    const number = at + 1 + (before?.records ?? 0);
    const reference = exported?.references[row];
    const known = importSchema(schema);
    const exportId = reference && known && exportedRows(known)(reference)?.exportId;
    if (!reference || !known || !exportId) return [];
    const edited = { reference, record, outcome: outcomes.get(number), diff: diffs.get(number) };
    const changes = changedSince(edited, { schema: known, lookup });
    return changes.length === 0 ? [] : [{ row, exportId, schema, lookup, record, changes }];
  });
}

function recordsIn({ rows, body }: BatchObject): Omit<Found, 'exportId' | 'changes'>[] {
  const records = recordSetsSchema
    .parse(JSON.parse(body))
    .flatMap(({ records: ofSet, ...set }) => ofSet.map((record) => ({ ...set, record })));
  return records.map((record, at) => ({ row: rows[at] ?? 0, ...record }));
}

/** Takes out what an earlier run has written, as long as something is open. A row is mostly in the batch of the same number. */
async function takeOwn(
  found: readonly Found[],
  { runId, batch }: Pick<Submission, 'runId' | 'batch'>,
  { ledger, files }: ChangedServices,
): Promise<void> {
  const open = new Map(found.filter(({ changes }) => changes.length > 0).map((one) => [keyOf(one), one]));
  const all = await ledger.submissions(runId);
  const written = new Set(all.flatMap((one) => (one.phase === 'real' ? [one.batch] : [])));
  const sent = all.filter((one) => one.phase === 'dry' && written.has(one.batch));
  const distance = (one: Submission) => Math.abs(one.batch - batch);
  for (const submission of sent.toSorted((one, other) => distance(one) - distance(other))) {
    if (open.size === 0) return;
    const object = await batchObjects.records.read(submission, files);
    const known = object && recordsIn(object).filter((one) => open.has(keyOf(one)));
    if (known === undefined || known.length === 0) continue;
    const preview = await batchObjects.preview.read(submission, files);
    const previewed = new Map(preview?.rows.map((row) => [row.row, row]));
    for (const { row, ...record } of known) {
      const one = open.get(keyOf(record));
      const schema = importSchema(record.schema);
      const { status: outcome, diff } = previewed.get(row) ?? { status: undefined };
      if (one === undefined || schema === undefined) continue;
      one.changes = one.changes.filter((change) => !isOwnChange(change, { outcome, diff }, schema));
      open.delete(keyOf(one));
    }
  }
}

const keyOf = ({ schema, lookup, record }: Pick<Found, 'schema' | 'lookup' | 'record'>): string =>
  JSON.stringify([schema, lookup, record[lookup]]);

/** Of so many exports earlier drops are looked at for one batch. */
const mostExports = 50;
/** Further drops of one export are not looked at: what they wrote counts as written by others. */
const mostDrops = 1000;

/** Notes that a run is a drop of these exports. A repeat finds its note. */
export async function noteDrops(
  runId: string,
  exportIds: readonly string[],
  files: Pick<Files, 'putOnce'>,
): Promise<void> {
  for (const exportId of exportIds) {
    let at = 1;
    while (at <= mostDrops && (await files.putOnce(runKeys.ofExport(exportId, at), runId)) !== runId) at += 1;
  }
}

/** The other drops of an export, the latest last. */
async function* earlierDrops(
  exportId: string,
  runId: string,
  files: Pick<Files, 'get'>,
): AsyncGenerator<string> {
  for (let at = 1; at <= mostDrops; at += 1) {
    const other = await files.get(runKeys.ofExport(exportId, at));
    if (other === undefined) return;
    if (other !== runId) yield other;
  }
}
