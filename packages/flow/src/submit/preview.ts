import { createHash } from 'node:crypto';
import { readPreview } from '@sluice/import-plan';
import { z } from 'zod';
import { recordSetsSchema, type BatchObject } from '../run-objects.ts';

/** What a dry run foretold of one row; of a change, each field as it is and as it would be. */
const previewRowSchema = z.object({
  row: z.int().min(1),
  status: z.enum(['created', 'updated', 'unchanged', 'deleted', 'landed']),
  recordId: z.string().optional(),
  diff: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).optional(),
});
export type PreviewRow = z.infer<typeof previewRowSchema>;

/** Of one batch. The service cuts the changes of many large values: then it says of how many records they are missing. */
export const batchPreviewSchema = z.object({
  v: z.literal(1),
  rows: z.array(previewRowSchema),
  diffsOmitted: z.int(),
});
export type BatchPreview = z.infer<typeof batchPreviewSchema>;

/**
 * What a dry run that passed foretold of each row that was sent. A server that does not say how it would write a record will write it:
 * `deleted` where that was asked for, else `landed`. Pure.
 */
export function previewOf({ rows, body }: BatchObject, previewText: string | null | undefined): BatchPreview {
  const preview = readPreview(previewText);
  if (preview === undefined) return { v: 1, rows: asAsked({ rows, body }), diffsOmitted: 0 };
  const diffs = new Map(preview.diffs);
  const outcomes = new Map(preview.outcomes.map(([number, ...outcome]) => [number, outcome]));
  const told = rows.map((row, index): PreviewRow => {
    const [outcome, recordId] = outcomes.get(index + 1) ?? [];
    const diff = diffs.get(index + 1);
    return {
      row,
      status:
        outcome === undefined || outcome === 'failed' || outcome === 'notAttempted' ? 'landed' : outcome,
      // The id of a record that is still to be made is made up anew each time.
      ...(recordId !== undefined && outcome !== 'created' && { recordId }),
      ...(diff !== undefined && { diff }),
    };
  });
  return { v: 1, rows: told, diffsOmitted: preview.diffsOmitted };
}

function asAsked({ rows, body }: Pick<BatchObject, 'rows' | 'body'>): PreviewRow[] {
  const records = recordSetsSchema.parse(JSON.parse(body)).flatMap((set) => set.records);
  return rows.map((row, index) => ({
    row,
    status: records[index]?.['deleted'] === true ? 'deleted' : 'landed',
  }));
}

/** The same for what would do the same. */
export function previewHash({ rows, diffsOmitted }: BatchPreview): string {
  return createHash('sha256')
    .update(JSON.stringify([rows, diffsOmitted]))
    .digest('hex');
}
