import { time } from '@sluice/mail/words';
import { dropperText } from '../run/dropper-text.ts';
import type { RunStatus } from '../run/schemas.ts';
import { isEnded } from '../run/status.ts';
import type { EarlierRun, ImportedBefore, RunSummary } from './run-view.ts';

type Listed = EarlierRun & Pick<RunSummary, 'schema' | 'counts' | 'reverts'>;

/** What became of the same bytes when they were dropped before. */
export type Earlier =
  | ({ readonly kind: 'landed' } & ImportedBefore)
  /** It may still be imported: a second drop waits for that. */
  | { readonly kind: 'open'; readonly run: EarlierRun }
  | { readonly kind: 'notImported'; readonly run: EarlierRun };

export interface EarlierAsked {
  /** The newest first. */
  readonly list: (query: { readonly hash: string } | { readonly since: string }) => Promise<readonly Listed[]>;
  /** Where runs of a schema write. */
  readonly collectionOf: (schema: string) => string;
}

/** How many of the runs that came between are named. */
const mostNamed = 5;
const landed: readonly RunStatus[] = ['succeeded', 'partly_succeeded'];
const writes: readonly RunStatus[] = ['importing', 'needs_decision', 'undoing', 'undone'];

/** The run that imported these bytes last, and the runs that wrote to the same records since. */
export async function earlierOf(sha256: string, asked: EarlierAsked): Promise<Earlier | undefined> {
  const runs = await asked.list({ hash: sha256 });
  const open = runs.find(({ status }) => !isEnded(status) && status !== 'undoing');
  if (open !== undefined) return { kind: 'open', run: open };
  const run = runs.find(({ status, reverts }) => landed.includes(status) && reverts === undefined);
  if (run === undefined) return runs[0] && { kind: 'notImported', run: runs[0] };
  const collection = ({ schema }: Listed) => asked.collectionOf(schema ?? '');
  const between = (await asked.list({ since: run.startedAt })).filter(
    (one) => one.runId !== run.runId && hasWritten(one) && collection(one) === collection(run),
  );
  const named = between.slice(0, mostNamed);
  return { kind: 'landed', run, between: named, more: between.length - named.length };
}

function hasWritten({ status, counts }: Listed): boolean {
  const { created, updated, unchanged, deleted, landed: other, unknown } = counts;
  return (
    writes.includes(status) || (isEnded(status) && created + updated + unchanged + deleted + other + unknown > 0)
  );
}

/** A run for people: its file, who dropped it, and when. */
export function earlierText({ key, startedAt, ...run }: EarlierRun): string {
  return `${key.slice(key.lastIndexOf('/') + 1)}, dropped by ${dropperText(run)}, ${time(startedAt)}`;
}
