import { extname } from 'node:path';
import { rowStatuses } from '@sluice/import-plan';
import type { Phase } from '@sluice/ledger';
import { z } from 'zod';

/** Where the objects of a run lie in the files bucket. The keys follow from the run alone: a repeat writes the same ones. */
export const runKeys = {
  batch: (runId: string, number: number, sha256: string) =>
    `runs/${runId}/batches/${fiveDigits(number)}-${sha256}.json`,
  /** The profile as it was when the run began; a repeat after a crash reads this one. */
  profile: (runId: string) => `runs/${runId}/profile.json`,
  problems: (runId: string) => `runs/${runId}/problems.jsonl`,
  /** What the dry runs of a batch have told before this round of it. */
  search: (
    runId: string,
    { batch, round, sha256 }: { readonly batch: number; readonly round: number; readonly sha256: string },
  ) => `runs/${runId}/searches/${fiveDigits(batch)}-${round}-${sha256}.json`,
  /** What a dry run foretold of its rows, in so many checks. */
  preview: (runId: string, batch: number, check: number) =>
    `runs/${runId}/previews/${fiveDigits(batch)}-${check}.json`,
  /** What a run will do, row by row, as it asked somebody for the nth time. */
  plan: (runId: string, fileName: string, asked: number) =>
    `runs/${runId}/results/plan${asked === 1 ? '' : ` ${asked}`} of ${fitting(fileName.replace(/\.csv$/iu, ''))}.csv`,
  outcomes: (runId: string, { batch, phase }: { readonly batch: number; readonly phase: Phase }) =>
    `runs/${runId}/outcomes/${fiveDigits(batch)}-${phase}.json`,
  /** What an undo did to the rows of one import. */
  undone: (runId: string, batch: number, importId: string) =>
    `runs/${runId}/undone/${fiveDigits(batch)}-${encodeURIComponent(importId)}.json`,
  undoReport: (runId: string, fileName: string) =>
    `runs/${runId}/results/undo of ${fitting(fileName.replace(/\.csv$/iu, ''))}.csv`,
  result: (runId: string, fileName: string) => `runs/${runId}/results/${fitting(fileName)}`,
} as const;

function fiveDigits(number: number): string {
  return String(number).padStart(5, '0');
}

/** A key has at most 1,024 bytes, and that of the drop may have been as long with a shorter path. */
const nameBytes = 900;

/** The ending stays, by which programs know what it is. */
function fitting(fileName: string): string {
  const bytes = Buffer.from(fileName);
  if (bytes.length <= nameBytes) return fileName;
  return `${bytes.toString('utf8', 0, nameBytes).replace(/\ufffd+$/u, '')}${extname(fileName)}`;
}

/** A batch as it lies in the files bucket: `body` is the JSON of its record sets, the very bytes that sha256 is of. */
export const batchObjectSchema = z.object({
  v: z.literal(1),
  /** The spreadsheet row of each record, in order. */
  rows: z.array(z.int().min(1)),
  body: z.string(),
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

/** How the rows of one batch ended, in order of rows. */
export const outcomesSchema = z.array(
  z.object({
    row: z.int().min(1),
    status: z.enum(rowStatuses),
    reason: z.string().optional(),
    recordId: z.string().optional(),
  }),
);

/** A line of problems.jsonl: a row that failed, or was skipped, before anything was sent. */
export const problemLineSchema = z.union([
  z.object({
    row: z.int().min(1),
    column: z.string().optional(),
    expected: z.string(),
  }),
  z.object({ row: z.int().min(1), twinOf: z.int().min(1) }),
]);
export type ProblemLine = z.infer<typeof problemLineSchema>;

/** What a worker is told: ids alone. */
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

/** Where the objects of a migration lie in the files bucket. */
export const migrationKeys = {
  /** Which object versions a step imports. */
  sources: (migrationId: string, step: number) => `runs/${migrationId}/sources/${fiveDigits(step)}.json`,
} as const;
