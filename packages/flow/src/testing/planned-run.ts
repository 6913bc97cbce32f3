import { createHash } from 'node:crypto';
import type { Batch, Ledger, Run } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import { batchObjects } from '../run-objects.ts';

export interface PlannedRunOptions {
  readonly ledger: Ledger;
  readonly files: Pick<Files, 'put'>;
  readonly now: () => Date;
  readonly runId?: string;
  readonly batches?: number;
  /** Rows that failed when the sheet was read. */
  readonly failed?: number;
  /** More fields of every record. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A run whose sheet was read: batches of two records each, rows from 2 on, all planned for their dry run. */
export async function plannedRun(options: PlannedRunOptions): Promise<Run> {
  const { ledger, now, runId = 'run1', batches = 1, failed = 0 } = options;
  const at = () => now().toISOString();
  await ledger.beginRun({
    runId,
    bucket: 'drops',
    key: 'inbox/client/email/people.csv',
    versionId: 'v1',
    fileName: 'people.csv',
    bytes: 100,
    droppedBy: 'somebody',
    target: 'https://service.test',
    emails: ['ops@example.com'],
  });
  await ledger.moveRun(runId, {
    type: 'settingsKnown',
    at: at(),
    schema: 'client',
    lookup: 'email',
    emails: ['ops@example.com'],
  });
  for (let number = 1; number <= batches; number += 1) await planBatch(number, options);
  const reading = { rows: batches * 2 + failed, batches, failed, skipped: 0 };
  const moved = await ledger.moveRun(runId, { type: 'read', at: at(), sha256: 'a'.repeat(64), reading });
  return moved.now;
}

async function planBatch(number: number, options: PlannedRunOptions): Promise<void> {
  const { ledger, files, runId = 'run1', fields = {} } = options;
  const rows = [2 * number, 2 * number + 1];
  const records = rows.map((row) => ({ email: `row${row}@example.com`, ...fields }));
  const body = JSON.stringify([{ schema: 'client', lookup: 'email', records }]);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const objectKey = batchObjects.records.key({ runId, batch: number, sha256 });
  await files.put(objectKey, JSON.stringify({ v: 1, rows, body }));
  const [firstRow = 0, lastRow = 0] = rows;
  const batch: Batch = { runId, number, objectKey, sha256, rows: rows.length, firstRow, lastRow };
  await ledger.planBatch(batch);
}

/** Takes a planned run on to `importing`, every dry run passed. */
export async function importingRun(options: PlannedRunOptions): Promise<Run> {
  const { ledger, now } = options;
  const run = await plannedRun(options);
  const at = now().toISOString();
  const { runId } = run;
  for (const { batch } of await ledger.submissions(runId)) {
    const ref = { runId, batch, phase: 'dry' } as const;
    await ledger.moveSubmission(ref, { type: 'sendStarted', at, owner: `dry-${batch}`, leaseUntil: at });
    await ledger.moveSubmission(ref, {
      type: 'accepted',
      at,
      owner: `dry-${batch}`,
      importId: `dry${batch}`,
    });
    await ledger.moveSubmission(ref, { type: 'ended', at, status: 'succeeded', counts: {} });
  }
  const moved = await ledger.moveRun(runId, { type: 'importingStarted', at });
  await ledger.planRealSubmissions(await ledger.batches(runId));
  return moved.now;
}

/** Takes a planned run on until the service has accepted every batch: the importId of the first is `i1`. */
export async function acceptedRun(options: PlannedRunOptions): Promise<void> {
  const { ledger, now } = options;
  const { runId } = await importingRun(options);
  for (const { number } of await ledger.batches(runId)) {
    const ref = { runId, batch: number, phase: 'real' } as const;
    const [at, owner] = [now().toISOString(), `owner-${number}`];
    await ledger.moveSubmission(ref, { type: 'sendStarted', at, owner, leaseUntil: at });
    await ledger.moveSubmission(ref, { type: 'accepted', at, owner, importId: `i${number}` });
  }
}

/** Takes it on until every import has ended. The history has the hash of the values of each: that of `i1` is `v1`. */
export async function endedRun(options: PlannedRunOptions): Promise<void> {
  await acceptedRun(options);
  const { ledger, now, runId = 'run1' } = options;
  for (const { number } of await ledger.batches(runId))
    await ledger.moveSubmission(
      { runId, batch: number, phase: 'real' },
      {
        type: 'ended',
        at: now().toISOString(),
        status: 'succeeded',
        counts: { created: 2 },
        importId: `i${number}`,
        valuesSha256: `v${number}`,
      },
    );
}
