import type { Asked } from '../lane/turn.ts';
import type { NewRun, Run } from '../model/run.ts';
import type { Batch, Submission } from '../model/submission.ts';

/** A time in seconds from the start of the tests' day. */
export function second(n: number): string {
  return new Date(Date.UTC(2026, 10, 20) + n * 1000).toISOString();
}

/** Somebody asks for a lane at this second; S3 lists these versions, the newest first. */
export function asked(n: number, ...versions: string[]): Asked {
  return { at: second(n), newestFirst: async () => versions };
}

export function aNewRun(overrides: Partial<NewRun> = {}): NewRun {
  return {
    runId: 'run-1',
    bucket: 'drops',
    key: 'inbox/client/email/clients.csv',
    versionId: 'v1',
    fileName: 'clients.csv',
    bytes: 1234,
    droppedBy: 'AWS:someone',
    target: 'https://service.example',
    emails: ['ops@example.com'],
    ...overrides,
  };
}

export function aRun(overrides: Partial<Run> = {}): Run {
  return { ...aNewRun(), status: 'reading', startedAt: second(0), trackers: 0, version: 1, ...overrides };
}

export function aBatch(overrides: Partial<Batch> = {}): Batch {
  const number = overrides.number ?? 1;
  return {
    runId: 'run-1',
    number,
    objectKey: `runs/run-1/batches/${number}.json`,
    sha256: `hash-${number}`,
    rows: 10,
    firstRow: 2 + (number - 1) * 10,
    lastRow: 1 + number * 10,
    ...overrides,
  };
}

export function aSubmission(overrides: Partial<Submission> = {}): Submission {
  return {
    runId: 'run-1',
    batch: 1,
    phase: 'real',
    sha256: 'hash-1',
    rows: 10,
    status: 'planned',
    attempts: [],
    version: 1,
    ...overrides,
  };
}
