import * as z from 'zod';
import { sentBy, valueProofs, writingRun, type WritingRuns } from './record-history.ts';

/** What an import did to one record, as the service answers it. */
const changeSchema = z.object({
  id: z.string(),
  schema: z.string(),
  /** The place of the record in the request of the import, from 1. */
  number: z.int(),
  version: z.int().optional(),
  action: z.enum(['create', 'update', 'delete']).optional(),
  /** Each changed field, as it was and as it is since. */
  changes: z.record(z.string(), z.tuple([z.json(), z.json()])).optional(),
  /** Its values were erased. */
  erased: z.literal(true).optional(),
  undo: z.object({ outcome: z.enum(['reversed', 'kept', 'failed']) }).optional(),
});

const importSchema = z.object({
  importId: z.string().optional(),
  /** Of a call that was no import, and which operation it was. */
  requestId: z.string().optional(),
  operation: z.string().optional(),
  /** When it began to write. */
  date: z.string().nullable(),
  by: z.string().optional(),
  valuesSha256: z.string().optional(),
  /** Of a call: the audit log of the service has this hash. */
  isCovered: z.literal(true).optional(),
  state: z.enum(['kept', 'altered', 'gone']),
  undo: z.object({ by: z.string(), startedDate: z.string(), endedDate: z.string().nullable() }).optional(),
  records: z.array(changeSchema),
});

/** A page of what changed in a time: imports, newest first, then calls. One of them may go on in the next page. */
export const changesPageSchema = z.object({
  items: z.array(importSchema),
  nextCursor: z.string().optional(),
});
type ImportChanges = z.infer<typeof importSchema>;

/** What an import of a run wrote, by record. */
export interface ImportRows {
  /** The id of each record, with the rows of the sheet that wrote it. */
  readonly records: readonly (readonly [string, readonly number[]])[];
  /** The hash of the values of the import, as its end in the history has it. */
  readonly valuesSha256?: string | undefined;
}

/** What the import history knows of the runs that changed records. */
export interface ChangingRuns extends Omit<WritingRuns, 'rows'> {
  /** Undefined where the run has no such import. */
  allRows(runId: string, importId: string): Promise<ImportRows | undefined>;
}

/** What one import or call changed, with the run that sent it. Without records if it was altered, or is no longer stored. */
export const changedByImportSchema = importSchema.omit({ state: true }).extend({
  values: z.enum([...valueProofs, 'gone']),
  run: z
    .object({
      runId: z.string(),
      key: z.string(),
      droppedBy: z.string(),
      principal: z.string().optional(),
      droppedFrom: z.string().optional(),
      approved: z.object({ at: z.string(), by: z.string() }).optional(),
      migration: z.object({ migrationId: z.string(), startedBy: z.string().optional() }).optional(),
      undoneBy: z.string().optional(),
    })
    .optional(),
  records: z.array(changeSchema.extend({ rows: z.array(z.int()).readonly() })),
});
export type ChangedByImport = z.infer<typeof changedByImportSchema>;

export async function changedBy(
  { records, state, ...found }: ImportChanges,
  runs: ChangingRuns,
): Promise<ChangedByImport> {
  const { importId, undo, valuesSha256, isCovered } = found;
  const sent =
    importId === undefined
      ? undefined
      : await sentBy(runs.of(importId), ({ runId }) => runs.allRows(runId, importId));
  const about = sent && importId !== undefined && (await writingRun(sent.run, { importId, undo }, runs));
  const expected = isCovered ? valuesSha256 : sent?.written.valuesSha256;
  const values = proofOf({ state, found: valuesSha256, expected });
  const rows: ReadonlyMap<string, readonly number[]> = new Map(sent?.written.records);
  const shown = values === 'altered' ? [] : records;
  return {
    ...found,
    values,
    ...(about && { run: about }),
    records: shown.map((record) => ({ ...record, rows: rows.get(record.id) ?? [] })),
  };
}

interface Hashes {
  readonly state: ImportChanges['state'];
  readonly found: string | undefined;
  /** As the history of the run has it. */
  readonly expected: string | undefined;
}

function proofOf({ state, found, expected }: Hashes): ChangedByImport['values'] {
  if (state === 'altered' || (expected !== undefined && found !== expected)) return 'altered';
  if (state === 'gone') return 'gone';
  return expected === undefined ? 'notCovered' : 'covered';
}
