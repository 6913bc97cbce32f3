import { sha256 } from '@sluice/aws-kit/hash-chain';
import { importSchema, type Preview } from '@sluice/contract';
import { composed } from '@sluice/import-plan';
import type { RowCounts, Submission } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import {
  batchObjects,
  recordSetsSchema,
  type BatchObject,
  type BatchPreview,
  type PreviewRow,
} from '../run-objects.ts';
import { askedOf, countRows } from './batch-end.ts';

/** What the ledger keeps of a preview. */
export interface KeptPreview {
  readonly counts: RowCounts;
  readonly recordCounts: RowCounts;
  readonly sha256: string;
}

/**
 * Keeps what a dry run previewed, for the person who approves it. The object comes before the ledger's entry, so that an
 * entry always has one. Rows that are left out are not in it. Undefined where the batch itself is gone.
 */
export async function keepPreview(
  submission: Submission,
  {
    preview: service,
    leftOut,
  }: { readonly preview: Preview | undefined; readonly leftOut: ReadonlySet<number> },
  files: Pick<Files, 'get' | 'put'>,
): Promise<KeptPreview | undefined> {
  const object = await batchObjects.records.read(submission, files);
  if (object === undefined) return undefined;
  const whole = previewOf(object, service);
  const preview = { ...whole, rows: whole.rows.filter(({ row }) => !leftOut.has(row)) };
  await batchObjects.preview.write(submission, preview, files);
  const { rows } = preview;
  return {
    counts: countRows(composed(rows)),
    recordCounts: countRecords(rows),
    sha256: previewHash(preview),
  };
}

/** The items of a list go with it. Where nobody knows how many these are, they count as one record of unknown effect. */
export function countRecords(rows: readonly PreviewRow[]): RowCounts {
  const { deleted = 0, ...others } = countRows(rows);
  const items = rows.reduce((sum, row) => sum + (typeof row.items === 'number' ? row.items : 0), 0);
  const unknown = rows.filter((row) => row.items === 'unknown').length;
  return { ...others, deleted: deleted + items, ...(unknown > 0 && { unknown }) };
}

/**
 * What a real import would do to each record, with its row. A server without previews writes what it is sent: `deleted` where the record asks
 * for it, else `landed`.
 */
export function previewOf(batch: BatchObject, preview: Preview | undefined): BatchPreview {
  const sent = asSent(batch);
  if (preview === undefined) return { v: 1, rows: sent, diffsOmitted: 0 };
  const diffs = new Map(preview.diffs);
  const names = new Map(preview.names);
  const items = new Map(preview.items);
  const outcomes = new Map(preview.outcomes.map(([number, ...outcome]) => [number, outcome]));
  const previewed = sent.map(({ status, items: unknown, ...sentRow }, index): PreviewRow => {
    const [outcome, recordId] = outcomes.get(index + 1) ?? [];
    const diff = diffs.get(index + 1);
    const name = names.get(index + 1);
    const isTold = outcome !== undefined && outcome !== 'failed' && outcome !== 'notAttempted';
    const gone = items.get(index + 1) ?? unknown;
    return {
      ...sentRow,
      status: isTold ? outcome : status,
      // Each dry run makes up a new id for a record that does not exist yet.
      ...(recordId !== undefined && outcome !== 'created' && { recordId }),
      ...(name !== undefined && { name }),
      ...(diff !== undefined && { diff }),
      ...(gone !== undefined && (outcome ?? 'deleted') === 'deleted' && { items: gone }),
    };
  });
  const { diffsOmitted, diffsSha256 } = preview;
  return { v: 1, rows: previewed, diffsOmitted, ...(diffsSha256 !== undefined && { diffsSha256 }) };
}

function asSent({ rows, body }: Pick<BatchObject, 'rows' | 'body'>): PreviewRow[] {
  const records = recordSetsSchema
    .parse(JSON.parse(body))
    .flatMap((set) => set.records.map((record) => ({ record, schema: importSchema(set.schema) })));
  return rows.map((row, index): PreviewRow => {
    const { record, schema } = records[index] ?? {};
    const status = askedOf(record);
    const isList = status === 'deleted' && schema?.collection === 'list';
    return { row, status, ...(isList && { items: 'unknown' }) };
  });
}

/** Equal for previews of the same effect. */
export function previewHash({ rows, diffsOmitted, diffsSha256 }: BatchPreview): string {
  return sha256(JSON.stringify([rows, diffsOmitted, diffsSha256]));
}
