import { noRows } from '@sluice/ledger';
import type { RunJson } from '@sluice/ledger/views';

export const usage: RunJson['usage'] = {
  dryRuns: 1,
  furtherDryRuns: 0,
  imports: 2,
  invocations: 9,
  gbSeconds: 1,
  tableWrites: 96,
  tableReads: 30,
  queueRequests: 12,
  objectPuts: 9,
  objectGets: 10,
  transitions: 9,
  logBytes: 18_000,
  mails: 1,
  usd: 0.001,
};

/** A run as the history answers it: three rows landed by default. */
export function aRun({
  counts,
  ...overrides
}: Partial<Omit<RunJson, 'counts'>> & { counts?: Partial<RunJson['counts']> } = {}): RunJson {
  return {
    runId: 'abcdefghijklmnopqrstuvwxyz',
    bucket: 'drops',
    key: 'inbox/client/email/new clients.csv',
    versionId: 'v1',
    sha256: 'f00d',
    bytes: 120,
    droppedBy: 'AIDA',
    schema: 'client',
    lookup: 'email',
    status: 'succeeded',
    counts: { ...noRows, ...(counts ?? { read: 3, created: 2, updated: 1 }) },
    submissions: [
      { batch: 1, phase: 'dry', importId: 'imp-1', status: 'succeeded', attempts: 1 },
      { batch: 1, phase: 'real', importId: 'imp-2', status: 'succeeded', attempts: 2 },
    ],
    startedAt: '2026-03-01T07:00:00.000Z',
    finishedAt: '2026-03-01T07:00:02.000Z',
    resultKey: 'runs/abc/results/new clients.csv',
    usage,
    timeline: [{ at: '2026-03-01T07:00:00.000Z', subject: 'run', type: 'begun' }],
    ...overrides,
  };
}

/** As the list of runs answers it. */
export function aSummary(overrides: Parameters<typeof aRun>[0] = {}): Record<string, unknown> {
  const inOneRunOnly = ['submissions', 'timeline', 'usage'];
  return Object.fromEntries(Object.entries(aRun(overrides)).filter(([name]) => !inOneRunOnly.includes(name)));
}
