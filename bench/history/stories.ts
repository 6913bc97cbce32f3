import type { Ledger, NewRun } from '@sluice/ledger';

/** What a run of the bench is, as far as it is found by it. */
export interface Story {
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
/** A run every quarter of an hour up to this one, so that a longer history is one that began earlier. */
export const endOfStories = Date.parse('2026-11-01T00:00:00.000Z');
/** Not over yet: the newest. */
const open = 3;

/** Whatever the size of the history, so many runs have each rare value, spread over all of it. */
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

/** Of the runs that do not have the frequent ones. */
export const other = { dropper: 'bo', schema: 'issue' } as const;

/** Run `n` of a history of so many, from 0, the oldest. Every other one has each frequent value, and nearly all the status. */
export function story(n: number, size: number): Story {
  const number = String(n).padStart(7, '0');
  const isRare = (step: number) => isNthOfFew(n - step, size);
  const [isOdd, isOfSecondHalf] = [n % 2 === 1, Math.floor(n / 2) % 2 === 1];
  return {
    runId: `bench-${number}`,
    at: new Date(endOfStories - (size - n) * quarterHourMs),
    // Each rare value is of runs of its own: no run has two of them.
    dropper: isRare(0) ? rare.dropper : isOdd ? frequent.dropper : other.dropper,
    schema: isRare(2) ? rare.schema : isOfSecondHalf ? frequent.schema : other.schema,
    status: n >= size - open ? 'importing' : isRare(4) ? rare.status : frequent.status,
    hash: isRare(6) ? rare.hash : isOdd === isOfSecondHalf ? frequent.hash : `${number}${'c'.repeat(57)}`,
    importId: `import-${number}`,
  };
}

/** Whether it is the first of one of as many equal parts of the history as there are rare runs. */
function isNthOfFew(n: number, size: number): boolean {
  const part = Math.floor(size / rareRuns);
  return n >= 0 && n % part === 0 && n / part < rareRuns;
}

/** Tells a ledger the story of one run from its drop to its mail: one batch of ten rows. */
export async function tell(ledger: Ledger, one: Story): Promise<void> {
  const { runId, at: begun, status } = one;
  const at = begun.toISOString();
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

function dropOf({ runId, dropper, schema }: Story): NewRun {
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

async function submit(ledger: Ledger, one: Story, phase: 'dry' | 'real'): Promise<void> {
  const ref = { runId: one.runId, batch: 1, phase };
  const [at, owner] = [one.at.toISOString(), `${one.runId} ${phase}`];
  const importId = phase === 'real' ? one.importId : `dry-${one.importId}`;
  await ledger.moveSubmission(ref, { type: 'sendStarted', at, owner, leaseUntil: at });
  await ledger.moveSubmission(ref, { type: 'accepted', at, owner, importId });
  await ledger.moveSubmission(ref, { type: 'ended', at, status: 'succeeded', counts: { created: 10 } });
}
