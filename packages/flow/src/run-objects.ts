import { extname } from 'node:path';
import { reasonCodes } from '@sluice/contract';
import { rowStatuses, type RowOutcome, type Search, type SentRecords } from '@sluice/import-plan';
import { jsonOf } from '@sluice/aws-kit/handlers';
import type { SubmissionRef } from '@sluice/ledger';
import * as z from 'zod';
import type { Files } from './ports.ts';

/** Keys of a run's objects in the files bucket. They follow from the run alone, so a repeat writes the same ones. */
export const runKeys = {
  /** The profile when the run began; a repeat after a crash reads this one. */
  profile: (runId: string) => `runs/${runId}/profile.json`,
  approvalRule: (runId: string) => `runs/${runId}/approval-rule.json`,
  /** From which number the server counts records, once a message of it has shown that. */
  numbering: (runId: string) => `runs/${runId}/numbering.json`,
  problems: (runId: string) => `runs/${runId}/problems.jsonl`,
  /** Whether what a run wrote that the rows of a result sheet name still counted when this run began. */
  landed: (runId: string, named: string) => `runs/${runId}/landed/${named}.json`,
  /** The nth run that an export was dropped for. */
  ofExport: (exportId: string, nth: number) => `runs/exports/${exportId}/${nth}`,
  /** The first refused rows of a run of a migration, for the mail of the migration. */
  refused: (runId: string) => `runs/${runId}/refused.json`,
  /** What a run will do, row by row, as shown with its nth request for approval. */
  plan: (runId: string, fileName: string, asked: number) =>
    `runs/${runId}/results/plan${asked === 1 ? '' : ` ${asked}`} of ${fitting(fileName.replace(/\.csv$/iu, ''))}.csv`,
  /** What an undo did to the rows of one import. */
  undone: (runId: string, batch: number, importId: string) =>
    `runs/${runId}/undone/${fiveDigits(batch)}-${encodeURIComponent(importId)}.json`,
  undoReport: (runId: string, fileName: string) =>
    `runs/${runId}/results/undo of ${fitting(fileName.replace(/\.csv$/iu, ''))}.csv`,
  result: (runId: string, fileName: string, edition?: string) =>
    `runs/${runId}/results/${edition === undefined ? '' : `${edition}/`}${fitting(fileName)}`,
  /** Of the token of a link only the hash is kept. */
  link: (runId: string, tokenHash: string) => `runs/${runId}/links/${tokenHash}.json`,
  /** What an erase that has not come to its end is to erase, by what the history keeps of its record. */
  erasing: (runId: string, commitment: string) => `runs/${runId}/erasing/${commitment}`,
} as const;

/** The rows of a sheet for a grid, beside it. */
export const rowsKeyOf = (sheetKey: string): string => `${sheetKey}.rows`;
export const isRowsKey = (key: string): boolean => key.endsWith(rowsKeyOf(''));
export const isBatchKey = (key: string): boolean => key.split('/')[2] === 'batches';

function fiveDigits(number: number): string {
  return String(number).padStart(5, '0');
}

/** A key has at most 1,024 bytes, and the key of the drop may have used them all. */
const nameBytes = 900;
const mostExtension = 16;

/** Keeps the extension, by which programs recognize the file; a longer one is none. */
function fitting(fileName: string): string {
  const bytes = Buffer.from(fileName);
  if (bytes.length <= nameBytes) return fileName;
  const extension = extname(fileName);
  const cut = bytes.toString('utf8', 0, nameBytes).replace(/(?<!\ufffd)\ufffd+$/u, '');
  return extension.length > mostExtension ? cut : `${cut}${extension}`;
}

export const batchObjectSchema = z.object({
  v: z.literal(1),
  /** The spreadsheet row of each record, in order. */
  rows: z.array(z.int().min(1)),
  /** The JSON of its record sets: the very bytes that the batch's sha256 is of. */
  body: z.string(),
  /** The headers of the columns by field, for the reasons of refused rows. */
  headers: z.record(z.string(), z.string()).optional(),
  /** By row: what an export says of its edited rows, and what becomes of one whose record others have changed since. */
  exported: z
    .object({ ifChanged: z.enum(['stop', 'skip']), references: z.record(z.string(), z.string()) })
    .optional(),
  /** Record sets that the dry run of a migration sends before its own: what earlier steps would have written. */
  before: z.object({ body: z.string(), records: z.int().min(1) }).optional(),
});
export type BatchObject = z.infer<typeof batchObjectSchema>;

export const recordSetsSchema = z.array(
  z.object({
    schema: z.string(),
    lookup: z.string(),
    records: z.array(
      z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null),
    ),
  }),
);

/** The records, in order. */
export function recordsOf({ body }: Pick<BatchObject, 'body'>): Record<string, unknown>[] {
  return recordSetsSchema.parse(JSON.parse(body)).flatMap(({ records }) => records);
}

/** The records of a request with their rows; those of earlier steps of a migration have none. */
export function recordsAsSent({ rows, headers, body, before }: BatchObject): SentRecords {
  const earlier = { length: before?.records ?? 0 };
  return {
    rows: [...Array.from(earlier, () => undefined), ...rows],
    headers,
    records: [...Array.from(earlier, () => ({})), ...recordsOf({ body })],
  };
}

const reasonSchema = z.object({
  code: z.enum(reasonCodes),
  name: z.string().optional(),
  value: z.string().optional(),
  says: z.string(),
});

/** How the rows of one batch ended, in order of rows. */
const recordOutcomeSchema = z.object({ status: z.enum(rowStatuses), recordId: z.string().optional() });
const outcomesSchema: z.ZodType<readonly RowOutcome[]> = z.array(
  recordOutcomeSchema.extend({
    row: z.int().min(1),
    reasons: z.array(reasonSchema).readonly().optional(),
    records: z.array(recordOutcomeSchema).readonly().optional(),
  }),
);

const previewRowSchema = z.object({
  row: z.int().min(1),
  status: z.enum(['created', 'updated', 'unchanged', 'deleted', 'landed', 'skipped']),
  recordId: z.string().optional(),
  /** What people call the stored record, if it is changed or deleted. */
  name: z.string().optional(),
  /** Each field that is changed or removed, as it is and as it would be. */
  diff: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).optional(),
  /** How many items go with a list that is deleted; `unknown` if the service does not say it. */
  items: z.union([z.int().min(0), z.literal('unknown')]).optional(),
});
export type PreviewRow = z.infer<typeof previewRowSchema>;

/** What a real import would do, according to a dry run that passed. */
const batchPreviewSchema = z.object({
  v: z.literal(1),
  rows: z.array(previewRowSchema),
  /** The service leaves out large changes: the number of records without them. */
  diffsOmitted: z.int(),
  /** Of all changes, those that are left out too. */
  diffsSha256: z.string().optional(),
});
export type BatchPreview = z.infer<typeof batchPreviewSchema>;

const searchGroupSchema = z.object({
  rows: z.array(z.int()),
  sure: z.string().optional(),
  elseSure: z.string().optional(),
  elseSuspect: z.int().optional(),
  isUnclear: z.boolean().optional(),
});

/** What the dry runs of a batch have shown before this round. */
const searchSchema: z.ZodType<Search> = z.object({
  asking: searchGroupSchema,
  waiting: z.array(searchGroupSchema),
  passed: z.array(z.int()),
  refused: z.array(
    z.object({ row: z.int(), reasons: z.array(reasonSchema), leftOut: z.literal(true).optional() }),
  ),
  calls: z.int(),
  unchecked: z.array(z.int()),
  message: z.string().optional(),
});

interface BatchRef {
  readonly runId: string;
  readonly batch: number;
}

/** The JSON objects of a batch, which are stored packed: the key of each, and how it is read and written. */
export const batchObjects = {
  /** Also undefined if the object was altered. */
  records: jsonObject(
    ({ runId, batch, sha256 }: BatchRef & { readonly sha256: string }) =>
      `runs/${runId}/batches/${fiveDigits(batch)}-${sha256}.json.gz`,
    batchObjectSchema.optional().catch(undefined),
  ),
  search: jsonObject(
    ({ runId, batch, round, sha256 }: BatchRef & { readonly round: number; readonly sha256: string }) =>
      `runs/${runId}/searches/${fiveDigits(batch)}-${round}-${sha256}.json.gz`,
    searchSchema,
  ),
  /** The nth `check` of a run is its dry run after the nth request for approval. */
  preview: jsonObject(
    ({ runId, batch, check = 0 }: BatchRef & { readonly check?: number | undefined }) =>
      `runs/${runId}/previews/${fiveDigits(batch)}-${check}.json.gz`,
    batchPreviewSchema,
  ),
  outcomes: jsonObject(
    ({ runId, batch, phase }: SubmissionRef) =>
      `runs/${runId}/outcomes/${fiveDigits(batch)}-${phase}.json.gz`,
    outcomesSchema,
  ),
} as const;

function jsonObject<Ref, Value>(keyOf: (ref: Ref) => string, schema: z.ZodType<Value>) {
  return {
    key: keyOf,
    read: async (ref: Ref, files: Pick<Files, 'get'>): Promise<Value | undefined> => {
      const text = await files.get(keyOf(ref));
      return text === undefined ? undefined : schema.parse(jsonOf(text));
    },
    write: (ref: Ref, value: Value, files: Pick<Files, 'put'>): Promise<void> =>
      files.put(keyOf(ref), JSON.stringify(value)),
  };
}

/** A line of problems.jsonl: a row that failed, was skipped, or was filtered out before anything was sent. */
export const problemLineSchema = z.union([
  reasonSchema.extend({ row: z.int().min(1) }),
  z.object({ row: z.int().min(1), twinOf: z.int().min(1) }),
  z.object({ row: z.int().min(1), landedIn: z.string() }),
  z.object({ row: z.int().min(1), asExported: z.literal(true) }),
  z.object({ row: z.int().min(1), filtered: z.literal(true) }),
]);
export type ProblemLine = z.infer<typeof problemLineSchema>;

/** A message to a worker carries ids alone. */
export const batchMessageSchema = z.object({
  v: z.literal(1),
  runId: z.string().min(1),
  batch: z.int().min(1),
  phase: z.enum(['dry', 'real']),
});
export type BatchMessage = z.infer<typeof batchMessageSchema>;

export function trackerName(runId: string, number: number): string {
  return `${runId}-${number}`;
}

/** Keys of a migration's objects in the files bucket. */
export const migrationKeys = {
  /** The object versions that a step imports. */
  sources: (migrationId: string, step: number) => `runs/${migrationId}/sources/${fiveDigits(step)}.json`,
} as const;
