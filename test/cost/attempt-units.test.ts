import { randomBytes, randomUUID } from 'node:crypto';
import { createDynamoLedger, ledgerTable } from '@sluice/ledger/dynamodb';
import type { SubmissionEvent, SubmissionRef } from '@sluice/ledger';
import { startMemoryDatabase } from '@sluice/local/memory-database';
import { expect, it, onTestFinished } from 'vitest';
import { countRequests, total } from '../../bench/counting.ts';

// Ids and hashes are as long as on AWS, since the size of an item decides its units.
const id = () => randomBytes(13).toString('hex');
const hash = () => randomBytes(32).toString('hex');

/** A ledger over the local database, which reports the units of each write. */
async function setUp() {
  const database = await startMemoryDatabase();
  onTestFinished(() => database.stop());
  await database.createTable('ledger', ledgerTable);
  const client = database.client();
  const counting = countRequests(client);
  let seconds = 0;
  const now = () => new Date(Date.parse('2026-11-20T10:00:00.123Z') + 7919 * (seconds += 1));
  const at = () => now().toISOString();
  const ledger = createDynamoLedger({ client, table: 'ledger', now });
  const runId = id();
  await ledger.beginRun({
    ...{ runId, bucket: 'drops', key: 'inbox/a.csv', versionId: 'v1', fileName: 'a.csv', bytes: 1 },
    ...{ droppedBy: 'AWS:someone', target: 'https://service.example', emails: [] },
  });
  const units = async (write: () => Promise<unknown>) => {
    const { writeUnits, indexWriteUnits } = total((await counting.during(write)).sent);
    return writeUnits + indexWriteUnits;
  };
  const move = (ref: SubmissionRef, event: SubmissionEvent) => units(() => ledger.moveSubmission(ref, event));
  return { ledger, runId, at, units, move };
}

type Set = Awaited<ReturnType<typeof setUp>>;

/** The units of one attempt up to its importId. */
async function attempt({ at, move }: Set, ref: SubmissionRef, owner: string): Promise<number[]> {
  return [
    await move(ref, { type: 'sendStarted', at: at(), owner, leaseUntil: at() }),
    await move(ref, { type: 'accepted', at: at(), owner, importId: id() }),
  ];
}

it('the local database counts at most 8 write units for an attempt: 6 for a dry run, 8 for real', async () => {
  const set = await setUp();
  const { ledger, runId, at, units, move } = set;
  const sha256 = hash();
  const objectKey = `runs/${runId}/batches/0000001-${sha256}.json.gz`;
  const batch = { runId, number: 1, objectKey, sha256, rows: 2000, firstRow: 2, lastRow: 2001 };
  const counts = { created: 1990, updated: 10 };
  const found: Record<string, number[]> = {};
  for (const phase of ['dry', 'real'] as const) {
    const ref = { runId, batch: 1, phase };
    const planned = await units(() =>
      phase === 'dry' ? ledger.planBatch(batch) : ledger.planRealSubmissions([batch]),
    );
    const sent = await attempt(set, ref, randomUUID());
    const { importId } = (await ledger.submission(ref)) ?? {};
    // A run that may ask for approval keeps the hash of what was previewed.
    const preview = phase === 'dry' && { previewSha256: hash() };
    const ended = await move(ref, {
      type: 'ended',
      at: at(),
      status: 'succeeded',
      counts,
      importId,
      ...preview,
    });
    found[phase] = [planned, ...sent, ended];
  }
  // To plan it, the intent, the answer with its importId, the end.
  expect(found).toEqual({ dry: [2, 1, 2, 1], real: [4, 1, 2, 1] });
});

it('an attempt that the service rejected takes about 6 units with its repeat, even after ten of them', async () => {
  const { ledger, runId, at, move } = await setUp();
  await ledger.planBatch({
    ...{ runId, number: 1, objectKey: 'batch', sha256: hash(), rows: 2000, firstRow: 2, lastRow: 2001 },
  });
  const ref = { runId, batch: 1, phase: 'dry' } as const;
  const [outcome, reason] = ['rejected', 'too_many_requests'] as const;
  const attempts = 12;
  let spent = 0;
  for (let attempted = 0; attempted < attempts; attempted += 1) {
    const owner = randomUUID();
    spent += await move(ref, { type: 'sendStarted', at: at(), owner, leaseUntil: at() });
    spent += await move(ref, { type: 'parked', at: at(), owner, outcome, reason, notBefore: at() });
    spent += await move(ref, { type: 'requeued', at: at(), reason: 'its time has come' });
  }
  expect(spent / attempts).toBeGreaterThan(3);
  expect(spent / attempts).toBeLessThan(7);
});
