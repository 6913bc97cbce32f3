import { isEnded, runIdOf, type Ledger, type Run } from '@sluice/ledger';
import { arrivalMessageSchema, arrivalOf, dropsIn } from '../read/arrivals.ts';
import { jsonOf } from '@sluice/aws-kit/handlers';
import { batchMessageSchema } from '../run-objects.ts';

/** What becomes of a dead letter. The reason quotes no cell. */
export type Verdict =
  | {
      readonly kind: 'queuedAgain';
      readonly why: string;
      readonly runId: string;
      readonly messages: readonly object[];
    }
  | { readonly kind: 'dropped'; readonly why: string; readonly runId?: string | undefined }
  | { readonly kind: 'kept'; readonly why: string };

type LedgerReader = Pick<Ledger, 'run' | 'submission'>;

const unreadable: Verdict = {
  kind: 'kept',
  why: 'it cannot be read: find it by its id in the queue of failed messages, and delete it there',
};

/** A drop is announced again until it has been read. */
export async function verdictOnArrival(body: string, ledger: LedgerReader): Promise<Verdict> {
  const message = arrivalMessageSchema.safeParse(jsonOf(body)).data;
  if (message === undefined) return unreadable;
  const drops = dropsIn(message);
  const runs = await Promise.all(drops.map((drop) => ledger.run(runIdOf(drop))));
  const waiting = drops.filter((_drop, index) => isUnread(runs[index]));
  const [first] = waiting;
  if (first !== undefined) {
    const runId = runIdOf(first);
    const isBegun = runs.some((run) => run?.runId === runId);
    const why = isBegun
      ? 'its run is still reading: it is read again'
      : 'the drop has no run: it is announced again';
    return { kind: 'queuedAgain', runId, why, messages: waiting.map(arrivalOf) };
  }
  const run = runs.find((one) => one !== undefined);
  if (run === undefined) return { kind: 'dropped', why: 'it announces no drop' };
  return { kind: 'dropped', runId: run.runId, why: `its run has been read: its status is ${run.status}` };
}

function isUnread(run: Run | undefined): boolean {
  return run === undefined || (run.status === 'reading' && run.cancel === undefined);
}

/** A batch is queued again only while it waits to be sent; in any other state its tracker handles it (invariant 2). */
export async function verdictOnBatch(body: string, ledger: LedgerReader): Promise<Verdict> {
  const message = batchMessageSchema.safeParse(jsonOf(body)).data;
  if (message === undefined) return unreadable;
  const { runId, batch, phase } = message;
  const [run, submission] = await Promise.all([
    ledger.run(runId),
    ledger.submission({ runId, batch, phase }),
  ]);
  const dropped = (why: string): Verdict => ({ kind: 'dropped', runId, why });
  const name = phase === 'dry' ? `the dry run of batch ${batch}` : `the import of batch ${batch}`;
  if (run === undefined) return dropped('the history has no such run');
  if (isEnded(run.status)) return dropped(`its run has ended: ${run.status}`);
  if (run.cancel !== undefined) return dropped('its run is being cancelled');
  if (submission === undefined) return dropped(`the history has not planned ${name}`);
  if (submission.status !== 'planned')
    return dropped(`${name} does not wait to be sent: its status is ${submission.status}`);
  return { kind: 'queuedAgain', runId, why: `${name} waits to be sent`, messages: [message] };
}
