import { sealHash } from '@sluice/ledger';
import { runId, type AuditedRun } from './audited-run.ts';
import { json, type FakeAnswer } from './fake-system.ts';

/** Two events a page, and a seal a page. */
export function answerAudit(
  path: string,
  { items, events, list, seal }: AuditedRun,
  runs: readonly object[],
): FakeAnswer | undefined {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const after = Number(searchParams.get('after') ?? 0);
  if (pathname === '/history/runs') return json({ runs });
  if (pathname === `/history/runs/${runId}/events`)
    return json({
      events: events.slice(after, after + 2),
      ...(events.length > after + 2 && { next: String(after + 2) }),
    });
  if (pathname === `/history/runs/${runId}/items`) return json({ items });
  if (pathname === '/history/seals') return json({ seals: [{ ...seal, hash: sealHash(seal) }] });
  return pathname === '/history/seals/2026-03-01/heads' ? json({ text: list }) : undefined;
}
