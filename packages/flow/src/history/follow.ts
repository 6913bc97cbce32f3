import { createHash } from 'node:crypto';
import { success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import { inOrderOfTime, isEnded, type Ledger, type LedgerEvent, type RunWithProgress } from '@sluice/ledger';

/** An event of the run itself has 40 KB at most. */
const mostEvents = 100;

export const eventView = ({ at, subject, type, data }: LedgerEvent) => ({ at, subject, type, data });

/** Whether its submissions may have changed, and neither the run nor its progress. */
export function isSettling({ run, progress }: RunWithProgress): boolean {
  if (run.status === 'needs_decision') return true;
  if (!isEnded(run.status)) return false;
  return (
    progress === undefined || [progress.dry, progress.real].some(({ batches, ended }) => ended < batches)
  );
}

/**
 * While this is the same, so is the answer about a run. Its estimates depend on the time, and a person may have decided about a
 * batch, so it is the same for a minute at most unless everything has ended.
 */
export function tagOf(found: RunWithProgress, now: Date): string {
  const { run, progress } = found;
  const isOver = isEnded(run.status) && !isSettling(found) && (run.quietUntil ?? '') <= now.toISOString();
  const minute = isOver ? undefined : now.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  const known = JSON.stringify([run.version, progress, minute]);
  return `"${createHash('sha256').update(known).digest('base64url').slice(0, 22)}"`;
}

/** Whether the caller has this answer already. A proxy may have marked the tag as weak. */
export const isKnown = (tag: string, headers: HttpRequest['headers']): boolean =>
  headers['if-none-match']?.replace(/^W\//u, '') === tag;

export const unchanged = (tag: string): HttpResponse => ({
  status: 304,
  headers: { 'cache-control': 'no-store', etag: tag },
});

export function tagged(value: object, tag: string): HttpResponse {
  const { headers, ...answer } = success(value);
  return { ...answer, headers: { ...headers, etag: tag } };
}

/** The events of the run itself after a place: as few for 8,000 batches as for one. */
export async function tailOf(runId: string, after: string, ledger: Pick<Ledger, 'eventPage'>) {
  const {
    events,
    next,
    last = after,
  } = await ledger.eventPage(runId, { limit: mostEvents, after, ofRun: true });
  return {
    events: inOrderOfTime(events).map(eventView),
    /** To be asked with next. */
    after: last,
    hasMore: next !== undefined,
  };
}
