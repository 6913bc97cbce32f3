import { headsOf } from '../audit/heads.ts';
import type { History } from '../audit/verify-run.ts';
import type { Ledger } from '../port/ledger.ts';
import { createMemoryLedger } from './memory/memory-ledger.ts';
import type { Phase } from '../model/submission.ts';
import { aBatch, aNewRun, second } from './builders.ts';
import { runEvents } from './run-events.ts';

/** Each batch has eight events, four of its dry run and four of its real submission. */
const batchesFor = (events: number): number => Math.floor((events - 10) / 8);

/** The history of a run with many batches from its drop to its end, `events` lines long, written by a ledger. */
export async function aLongHistory(events: number): Promise<History> {
  const batches = batchesFor(events);
  let seconds = 0;
  const at = () => second((seconds += 1));
  const ledger = createMemoryLedger({ now: () => new Date(at()) });
  const { run } = await ledger.beginRun(aNewRun());
  const { runId } = run;
  const planned = Array.from({ length: batches }, (_, index) => aBatch({ number: index + 1 }));
  await ledger.moveRun(runId, { ...runEvents.settingsKnown, at: at() });
  for (const batch of planned) await ledger.planBatch(batch);
  const reading = { rows: 10 * batches, batches, failed: 0, skipped: 0 };
  await ledger.moveRun(runId, { type: 'read', at: at(), sha256: 'abc', reading });
  for (const { number } of planned) await submit(ledger, { runId, batch: number, phase: 'dry' }, at);
  await ledger.moveRun(runId, { type: 'importingStarted', at: at() });
  await ledger.planRealSubmissions(planned);
  for (const { number } of planned) await submit(ledger, { runId, batch: number, phase: 'real' }, at);
  await ledger.moveRun(runId, { type: 'finished', at: at(), status: 'succeeded' });
  for (let written = (await ledger.events(runId)).length; written < events; written += 1)
    await ledger.moveRun(runId, { type: 'resultWritten', at: at(), resultKey: `results/${written}.csv` });
  const stored = await ledger.run(runId);
  return {
    runId,
    heads: headsOf(stored ?? run, await ledger.submissions(runId)),
    events: await ledger.events(runId),
  };
}

async function submit(
  ledger: Ledger,
  ref: { readonly runId: string; readonly batch: number; readonly phase: Phase },
  at: () => string,
): Promise<void> {
  const owner = `${ref.batch}-${ref.phase}`;
  await ledger.moveSubmission(ref, { type: 'sendStarted', at: at(), owner, leaseUntil: second(90_000) });
  await ledger.moveSubmission(ref, { type: 'accepted', at: at(), owner, importId: `import-${owner}` });
  const counts = { created: 10 };
  await ledger.moveSubmission(ref, { type: 'ended', at: at(), status: 'succeeded', counts });
}
