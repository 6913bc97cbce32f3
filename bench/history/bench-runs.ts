import type { Ledger, NewRun } from '@sluice/ledger';

/** A run of the bench, with the values by which it can be found. */
export interface BenchRun {
  readonly runId: string;
  /** When it started. */
  readonly at: Date;
  readonly dropper: string;
  readonly schema: string;
  /** sha256 of its file. */
  readonly hash: string;
  readonly status: 'succeeded' | 'failed' | 'importing';
  readonly importId: string;
}

const quarterHourMs = 15 * 60_000;
/** There is a run every quarter of an hour up to this time, so a longer history begins earlier. */
export const endOfRuns = Date.parse('2026-11-01T00:00:00.000Z');
/** The newest runs are unfinished. */
const unfinished = 3;

/** In a history of any size, this many runs have each rare value. They are spread evenly. */
export const rareRuns = 5;
export const frequent = {
  dropper: 'ana',
  schema: 'client',
  status: 'succeeded',
  hash: 'a'.repeat(64),
} as const;
export const rare = {
  dropper: 'zoe',
  schema: 'role',
  status: 'failed',
  hash: 'b'.repeat(64),
} as const;

/** The values of the runs without the frequent ones. */
export const other = { dropper: 'bo', schema: 'issue' } as const;

/** Run `n` of a history with this many runs; run 0 is the oldest. Every other run has each frequent value; nearly all have the status. */
export function benchRun(n: number, size: number): BenchRun {
  const number = String(n).padStart(7, '0');
  const isRare = (step: number) => isNthOfFew(n - step, size);
  const [isOdd, isOfSecondHalf] = [n % 2 === 1, Math.floor(n / 2) % 2 === 1];
  return {
    runId: `bench-${number}`,
    at: new Date(endOfRuns - (size - n) * quarterHourMs),
    // No run has two of the rare values.
    dropper: isRare(0) ? rare.dropper : isOdd ? frequent.dropper : other.dropper,
    schema: isRare(2) ? rare.schema : isOfSecondHalf ? frequent.schema : other.schema,
    status: n >= size - unfinished ? 'importing' : isRare(4) ? rare.status : frequent.status,
    hash: isRare(6) ? rare.hash : isOdd === isOfSecondHalf ? frequent.hash : `${number}${'c'.repeat(57)}`,
    importId: `import-${number}`,
  };
}

/** Divides the history into as many equal parts as there are rare runs. Whether the run is the first of its part. */
function isNthOfFew(n: number, size: number): boolean {
  const part = Math.floor(size / rareRuns);
  return n >= 0 && n % part === 0 && n / part < rareRuns;
}

/** Writes one run to a ledger, from its drop to its mail. It has one batch of ten rows. */
export async function writeRun(ledger: Ledger, one: BenchRun): Promise<void> {
  const { runId, status } = one;
  const at = one.at.toISOString();
  await ledger.beginRun(dropOf(one));
  await ledger.moveRun(runId, { type: 'trackerStarted', at, trackers: 1 });
  const emails = ['ops@example.com'];
  await ledger.moveRun(runId, { type: 'settingsKnown', at, schema: one.schema, lookup: 'email', emails });
  const batch = { runId, number: 1, objectKey: `runs/${runId}/batches/1.json`, sha256: `d-${runId}` };
  const planned = { ...batch, rows: 10, firstRow: 2, lastRow: 11 };
  await ledger.planBatch(planned);
  const notes = ['Read as UTF-8, fields separated by semicolons.'];
  const reading = { rows: 10, batches: 1, failed: 0, skipped: 0, notes };
  await ledger.moveRun(runId, { type: 'read', at, sha256: one.hash, reading });
  await submit(ledger, one, 'dry');
  await ledger.moveRun(runId, { type: 'importingStarted', at });
  await ledger.planRealSubmissions([planned]);
  if (status === 'importing') return;
  await submit(ledger, one, 'real');
  await ledger.moveRun(runId, { type: 'finished', at, status });
  await ledger.moveRun(runId, { type: 'resultWritten', at, resultKey: `results/${runId}.csv` });
  await ledger.moveRun(runId, { type: 'noticeChanged', at, notice: { state: 'sent', at } });
}

function dropOf({ runId, dropper, schema }: BenchRun): NewRun {
  const fileName = `${runId}.csv`;
  return {
    runId,
    bucket: 'drops',
    key: `inbox/${schema}/email/${fileName}`,
    versionId: `version-${runId}`,
    fileName,
    bytes: 1234,
    droppedBy: dropper,
    target: 'https://service.example',
    emails: ['ops@example.com'],
  };
}

async function submit(ledger: Ledger, one: BenchRun, phase: 'dry' | 'real'): Promise<void> {
  const ref = { runId: one.runId, batch: 1, phase };
  const [at, owner] = [one.at.toISOString(), `${one.runId} ${phase}`];
  const importId = phase === 'real' ? one.importId : `dry-${one.importId}`;
  await ledger.moveSubmission(ref, { type: 'sendStarted', at, owner, leaseUntil: at });
  await ledger.moveSubmission(ref, { type: 'accepted', at, owner, importId });
  await ledger.moveSubmission(ref, { type: 'ended', at, status: 'succeeded', counts: { created: 10 } });
}
