import { quietMs } from '../../packages/ledger/src/run/quiet.ts';
import { runKey, submissionKey } from '../../packages/ledger/src/dynamodb/keys.ts';
import type { MemoryDynamo } from './aws/dynamo.ts';
import type { ImportCall } from './service.ts';

interface Around {
  readonly dynamo: MemoryDynamo;
  /** All that came, this one the last. */
  readonly calls: readonly ImportCall[];
  readonly isOurs: boolean;
}

/** Invariants 2, 3, 5 and 9, looked at from where a real import arrives, past every client. */
export function breachesOnArrival(
  { run, batch, sha256, at }: ImportCall,
  { dynamo, calls, isOurs }: Around,
): string[] {
  const breaches: string[] = [];
  const statusOf = (runId: string) => dynamo.peek(runKey(runId).pk, runKey(runId).sk)?.['status'];
  const earlier = calls
    .slice(0, -1)
    .filter((call) => !call.dryRun && call.run === run && call.batch === batch);
  const after = at - (earlier.at(-1)?.at ?? -Infinity);
  // A request that happens twice comes at once.
  if (!isOurs && after > 500 && after < quietMs)
    breaches.push(`invariant 3: batch ${batch} was sent again before the first copy must have ended`);
  const others = new Set(calls.map((call) => call.run).filter((other) => other !== run));
  for (const other of others)
    if (statusOf(other) === 'importing') breaches.push('invariant 9: two runs write to one lane at once');
  const { pk, sk } = submissionKey({ runId: run, batch, phase: 'real' });
  const found = dynamo.peek(pk, sk);
  if (found?.['status'] !== 'sending' || found['sha256'] !== sha256)
    breaches.push(
      `invariant 2: a real import of batch ${batch} without an intent (${String(found?.['status'])})`,
    );
  const { mayAsk, approval } = dynamo.peek(runKey(run).pk, runKey(run).sk) ?? {};
  if (mayAsk === true && !isApproved(approval))
    breaches.push('invariant 5: a real import that nobody has approved');
  return breaches;
}

/** In the stories of runs that may ask, everybody has to. */
function isApproved(approval: unknown): boolean {
  return typeof approval === 'object' && approval !== null && 'approved' in approval;
}
