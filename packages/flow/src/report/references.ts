import { referenceOf, type PlannedRow, type RowOutcome, type RowStatus } from '@sluice/import-plan';
import type { Batch } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import { batchObjects, recordSetsSchema, type BatchObject } from '../run-objects.ts';

/** Statuses of rows whose values are in the records. */
const written: readonly RowStatus[] = ['created', 'updated', 'unchanged', 'deleted', 'landed'];

/**
 * The outcomes of rows that were sent for real. Those that landed get a reference. All others have none any more, but what an export
 * says of them is still so.
 */
export async function withReferences(
  outcomes: readonly RowOutcome[],
  { runId, number, sha256 }: Batch,
  files: Pick<Files, 'get'>,
): Promise<RowOutcome[]> {
  const hasLanded = ({ status }: RowOutcome) => written.includes(status);
  const sent = await batchObjects.records.read({ runId, batch: number, sha256 }, files);
  const planned = plannedRows(sent);
  return outcomes.map((outcome) => {
    const { row } = outcome;
    const values = hasLanded(outcome) ? planned.get(row) : undefined;
    const ofExport = sent?.exported?.references[row] ?? '';
    return { ...outcome, reference: values === undefined ? ofExport : referenceOf({ runId, row }, values) };
  });
}

function plannedRows(sent: BatchObject | undefined): Map<number, PlannedRow> {
  const planned = new Map<number, PlannedRow & { readonly records: Record<string, unknown>[] }>();
  if (sent === undefined) return planned;
  const records = recordSetsSchema
    .parse(JSON.parse(sent.body))
    .flatMap(({ schema, lookup, records: ofSet }) => ofSet.map((record) => ({ schema, lookup, record })));
  for (const [at, { record, ...found }] of records.entries()) {
    const row = sent.rows[at] ?? 0;
    const known = planned.get(row);
    if (known === undefined) planned.set(row, { ...found, records: [record] });
    else known.records.push(record);
  }
  return planned;
}
