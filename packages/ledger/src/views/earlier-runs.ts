import type { RunStatus } from '../model/run.ts';
import { isEnded } from '../model/status.ts';
import type { EarlierRun, ImportedBefore, RunSummary } from './run-view.ts';

export type { EarlierRun };

type Listed = EarlierRun & Pick<RunSummary, 'schema' | 'counts' | 'reverts'>;

/** What became of the same bytes when they were dropped before. */
export type Earlier =
  | ({ readonly kind: 'landed' } & ImportedBefore)
  /** It may still be imported: a second drop waits for that. */
  | { readonly kind: 'open'; readonly run: EarlierRun }
  | { readonly kind: 'notImported'; readonly run: EarlierRun };

export interface EarlierAsked {
  /** A page of runs, the newest first. */
  readonly page: (
    query: { readonly hash: string } | { readonly since: string },
    after: string | undefined,
  ) => Promise<{ readonly runs: readonly Listed[]; readonly next?: string | undefined }>;
  /** Where runs of a schema write. */
  readonly collectionOf: (schema: string) => string;
}

/** How many of the runs that came between are named, and how many pages are looked through for them. */
const mostNamed = 5;
const mostPages = 10;
const landed: readonly RunStatus[] = ['succeeded', 'partly_succeeded'];
const writes: readonly RunStatus[] = ['importing', 'needs_decision', 'undoing', 'undone'];

/** The run that imported these bytes last, and the runs that wrote to the same records since. */
export async function earlierOf(sha256: string, asked: EarlierAsked): Promise<Earlier | undefined> {
  const { runs } = await asked.page({ hash: sha256 }, undefined);
  const open = runs.find(({ status }) => !isEnded(status) && status !== 'undoing');
  if (open !== undefined) return { kind: 'open', run: open };
  const run = runs.find(({ status, reverts }) => landed.includes(status) && reverts === undefined);
  if (run === undefined) return runs[0] && { kind: 'notImported', run: runs[0] };
  const collection = ({ schema }: Listed) => asked.collectionOf(schema ?? '');
  const between: Listed[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < mostPages && (pages === 0 || after !== undefined); pages += 1) {
    const later = await asked.page({ since: run.startedAt }, after);
    const others = later.runs.filter(({ runId }) => runId !== run.runId);
    between.push(...others.filter((one) => hasWritten(one) && collection(one) === collection(run)));
    after = later.next;
  }
  const named = between.slice(0, mostNamed);
  return { kind: 'landed', run, between: named, more: between.length - named.length };
}

function hasWritten({ status, counts }: Listed): boolean {
  const { created, updated, unchanged, deleted, landed: other, unknown } = counts;
  return (
    writes.includes(status) ||
    (isEnded(status) && created + updated + unchanged + deleted + other + unknown > 0)
  );
}
