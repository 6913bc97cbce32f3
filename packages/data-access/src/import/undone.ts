import { reasonText, type Reason } from '@sluice/contract';
import * as z from 'zod';
import type { Blobs } from '../store/blobs.ts';
import type { RecordWrite, StoredRecord } from '../store/record.ts';
import { namesOf, type ImportItem } from '../store/import-item.ts';
import { imagesFolder, importFolder, numbered, type WorkerRef } from './documents.ts';
import { jsonBlobs } from '../store/json-blobs.ts';
import type { Touched } from './touched.ts';

export const undoOutcomes = ['reversed', 'kept', 'failed'] as const;
export type UndoOutcome = (typeof undoOutcomes)[number];

/** The outcome for a record that the import had touched, with a reason unless it was reversed. */
export const undoneRecord = z.object({
  number: z.number().int(),
  id: z.string(),
  outcome: z.enum(undoOutcomes),
  reason: z.string().optional(),
  /** The code of the reason, which reports of earlier versions do not have. */
  code: z.string().optional(),
});
export type UndoneRecord = z.infer<typeof undoneRecord>;
const undoneRecords = z.array(undoneRecord);

const count = z.number().int();
const undoCounts = z.object({ reversed: count, kept: count, failed: count });
export type UndoCounts = z.infer<typeof undoCounts>;

/** All outcomes, in the order of the request. */
export const undoReport = z.object({ v: z.literal(1), counts: undoCounts, records: undoneRecords });
export type UndoReport = z.infer<typeof undoReport>;

/** The outcome of one record, with what is needed to publish it. */
export interface Undone {
  readonly touched: Touched;
  readonly outcome: UndoOutcome;
  readonly reason?: Reason;
  readonly stored: StoredRecord | undefined;
  readonly write?: RecordWrite;
}

export const kept = ({ touched: { number, id }, outcome, reason }: Undone): UndoneRecord => ({
  number,
  id,
  outcome,
  ...(reason !== undefined && { reason: reasonText(reason), code: reason.code }),
});

export function countUndone(records: readonly UndoneRecord[]): UndoCounts {
  const counts = { reversed: 0, kept: 0, failed: 0 };
  for (const { outcome } of records) counts[outcome] += 1;
  return counts;
}

/** What an undo keeps in the bucket: the outcomes of its chunks, and in the end all of them. */
export function undoDocuments(blobs: Blobs) {
  const json = jsonBlobs(blobs);
  const chunkKey = (ref: WorkerRef, at: number) => `${imagesFolder(ref)}/${ref.by}/${numbered('undone', at)}`;
  const reportKey = (ref: WorkerRef) => `${importFolder(ref)}/${ref.by}/undo.json`;
  const chunks = async (item: ImportItem): Promise<UndoneRecord[]> => {
    const records: UndoneRecord[] = [];
    for (const [at, by] of namesOf(item.revert?.outcomes ?? []).entries())
      records.push(...((await json.read(chunkKey({ ...item, by }, at), undoneRecords)) ?? []));
    return records;
  };
  return {
    putChunk: (ref: WorkerRef, at: number, records: readonly UndoneRecord[]): Promise<void> =>
      json.put(chunkKey(ref, at), records),
    chunks,
    /** The report in the order of the request. Until it exists, the finished chunks, which start with the last records. */
    outcomes: async (item: ImportItem): Promise<readonly UndoneRecord[]> => {
      const by = item.revert?.report ?? null;
      if (by === null) return chunks(item);
      return (await json.read(reportKey({ ...item, by }), undoReport))?.records ?? [];
    },
    putReport: (ref: WorkerRef, report: UndoReport): Promise<void> => json.put(reportKey(ref), report),
  };
}
