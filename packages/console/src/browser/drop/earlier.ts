import { importSchema } from '@sluice/contract';
import * as z from 'zod';

export const earlierRunSchema = z.looseObject({
  runId: z.string(),
  status: z.string(),
  startedAt: z.string(),
  schema: z.string().nullish(),
});
export type EarlierRun = z.infer<typeof earlierRunSchema>;

/** What became of the same bytes when they were dropped before. */
export type Earlier =
  /** `between`: the runs that wrote to these records since, the newest first. */
  | { readonly kind: 'landed'; readonly run: EarlierRun; readonly between: readonly EarlierRun[] }
  /** It may still be imported: a second drop waits for that. */
  | { readonly kind: 'open'; readonly run: EarlierRun }
  | { readonly kind: 'notImported'; readonly run: EarlierRun };

const landed = ['succeeded', 'partly_succeeded'];
const open = ['reading', 'queued', 'checking', 'awaiting_approval', 'importing', 'needs_decision'];
const written = [...landed, 'importing', 'needs_decision', 'undoing', 'undone', 'failed', 'cancelled'];

/** The run by which the bytes came into the records. */
export const landedOf = (runs: readonly EarlierRun[]): EarlierRun | undefined =>
  runs.find(({ status }) => landed.includes(status));

/** @param since the runs that began after the last one of these that landed. Both lists have the newest first */
export function earlierOf(runs: readonly EarlierRun[], since: readonly EarlierRun[]): Earlier | undefined {
  const [newest] = runs;
  const run = landedOf(runs);
  const waiting = runs.find(({ status }) => open.includes(status));
  if (waiting !== undefined) return { kind: 'open', run: waiting };
  if (run === undefined) return newest && { kind: 'notImported', run: newest };
  const collection = collectionOf(run);
  const between = since.filter(
    (one) => one.runId !== run.runId && written.includes(one.status) && collectionOf(one) === collection,
  );
  return { kind: 'landed', run, between };
}

/** Runs of one collection write to the same records: `client` and `professional` are one. */
const collectionOf = ({ schema }: EarlierRun): string =>
  importSchema(schema ?? '')?.collection ?? schema ?? '';
