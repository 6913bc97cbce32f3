import { approvalReasons, type ApprovalRule } from '@sluice/import-plan';
import {
  isEnded,
  planOf,
  previewedRecords,
  quietMs,
  warnedRows,
  type Run,
  type Submission,
  type SubmissionRef,
} from '@sluice/ledger';
import { clocksApartMs } from './clocks.ts';
import { laneOf } from './flow.ts';
import type { LedgerWatch } from './ports.ts';
import type { ImportCall } from './service-options.ts';
import type { TestService } from './service.ts';

/** The ledger as it is at this moment, past every client. */
export interface Peek {
  runs(): Iterable<Run>;
  submission(ref: SubmissionRef): Submission | undefined;
}

const keyOf = ({ runId, batch, phase }: SubmissionRef) => `${runId} ${batch} ${phase}`;

/** Whether the last attempt began although an earlier one of its round and check had no end, or was accepted, and no person chose so. */
function isSentBeside({ attempts, decided }: Submission): boolean {
  if (decided?.choice === 'sendAgain') return false;
  const [mine, ...earlier] = attempts.toReversed();
  return earlier.some(
    ({ outcome, endedAt = '', round, check }) =>
      mine?.round === round &&
      mine?.check === check &&
      (outcome === undefined || (outcome === 'accepted' && endedAt < (mine?.sentAt ?? ''))),
  );
}

/** Checks each write of the ledger: what ended stays ended, and one run at a time may write to a lane (invariants 9, 10). */
export function createWatcher(
  violations: string[],
  note?: (line: string) => void,
): {
  peek: Peek;
  watch: LedgerWatch;
  /** Whether this attempt was intended when its run was cancelled already. */
  isAfterCancel: (ref: SubmissionRef, attempt: number) => boolean;
} {
  const runs = new Map<string, Run>();
  const submissions = new Map<string, Submission>();
  const afterCancel = new Set<string>();
  const peek: Peek = {
    runs: () => runs.values(),
    submission: (ref) => submissions.get(keyOf(ref)),
  };
  const watch: LedgerWatch = {
    submission: (after) => {
      const { runId, batch, phase, status } = after;
      const before = submissions.get(keyOf(after));
      if (before?.status !== status) note?.(`run ${runId.slice(0, 4)}, batch ${batch}, ${phase}: ${status}`);
      submissions.set(keyOf(after), after);
      // A refused move shows the submission too, as another worker left it.
      const isIntended = after.attempts.length > (before?.attempts.length ?? 0);
      if (status === 'sending' && isSentBeside(after))
        violations.push(
          `invariant 3: batch ${batch} (${phase}) is sent beside an attempt that is live or accepted`,
        );
      if (isIntended && status === 'sending' && runs.get(runId)?.cancel !== undefined)
        afterCancel.add(`${keyOf(after)} ${after.attempts.at(-1)?.number}`);
    },
    run: (after) => {
      const before = runs.get(after.runId);
      if (before === after || (before?.version ?? 0) > after.version) return;
      runs.set(after.runId, after);
      if (before?.status !== after.status) note?.(`run ${after.runId.slice(0, 4)} is ${after.status}`);
      if (
        before !== undefined &&
        isEnded(before.status) &&
        ![before.status, 'undoing'].includes(after.status)
      )
        violations.push(`invariant 10: a run that was ${before.status} is ${after.status}`);
      if (after.status !== 'importing' || before?.status === 'importing') return;
      for (const other of runs.values())
        if (other.status === 'importing' && other.runId !== after.runId && laneOf(other) === laneOf(after))
          violations.push('invariant 9: two runs of one lane are importing');
    },
  };
  const isAfterCancel = (ref: SubmissionRef, attempt: number) => afterCancel.has(`${keyOf(ref)} ${attempt}`);
  return { peek, watch, isAfterCancel };
}

interface Around extends Peek, Pick<ReturnType<typeof createWatcher>, 'isAfterCancel'> {
  readonly service: TestService;
  readonly isOurs: boolean;
  readonly ruleOf: (run: Run) => ApprovalRule;
  /** How many requests a proxy has repeated. */
  readonly repeated: number;
}

/** After a day a key is forgotten. */
const keyKnownMs = 24 * 3_600_000;

/** Invariants 2, 3, 5 and 9, looked at from where a real import arrives, past every client. */
export function breachesOnArrival(
  call: ImportCall,
  { runs, submission, isAfterCancel, service, isOurs, ruleOf, repeated }: Around,
): string[] {
  const { run: runId, batch, attempt, sha256, at, key } = call;
  const found: string[] = [];
  const intent = submission({ runId, batch, phase: 'real' });
  const copies = service.calls.filter(
    (one) => !one.dryRun && one.run === runId && one.batch === batch,
  ).length;
  if (copies > (intent?.attempts.length ?? 0) + repeated)
    found.push(`invariant 2: batch ${batch} was sent more often than it was intended`);
  // A copy under a known key is answered by its import, and writes nothing.
  const isKnown = (one: ImportCall) => one !== call && one.key === key && at - one.at < keyKnownMs;
  if (key !== undefined && service.calls.some(isKnown)) return found;
  const all = [...runs()];
  const run = all.find((one) => one.runId === runId);
  const live = service.running();
  const isElsewhere = (one: Run) => run !== undefined && laneOf(one) !== laneOf(run);
  const elsewhere = new Set(all.filter(isElsewhere).map((one) => one.runId));
  const isRival = (id: string) => id !== runId && !elsewhere.has(id);
  // A proxy that repeats a request is beyond any client.
  const isCopy = (one: ImportCall) => one.run === runId && one.batch === batch && one.attempt !== attempt;
  if (!isOurs && live.some(isCopy))
    found.push(`invariant 3: two copies of batch ${batch} are written at once`);
  if (!isOurs) found.push(...breachesOfCopies(call, { submission, service }));
  if (live.some((one) => isRival(one.run))) found.push('invariant 9: two runs write to one lane at once');
  if (all.some((one) => isRival(one.runId) && one.status === 'importing'))
    found.push('invariant 9: a run writes to a lane that is not its own');
  const intended =
    intent?.attempts.some((attempt) => Date.parse(attempt.sentAt) <= at + clocksApartMs) ?? false;
  if (!intended || intent?.sha256 !== sha256)
    found.push(`invariant 2: a real import of batch ${batch} without an intent (${intent?.status})`);
  // One that was intended before may still be on its way.
  if (intent?.attempts.length && intent.attempts.every(({ number }) => isAfterCancel(intent, number)))
    found.push('invariant 12: a batch is sent for a run that was cancelled before');
  if (
    run !== undefined &&
    run.approval?.approved === undefined &&
    !isWithinRails(run, { ruleOf, submission })
  )
    found.push('invariant 5: a real import that nobody has approved');
  return found;
}

/** Whether nobody had to be asked, and nobody was. */
function isWithinRails(run: Run, { ruleOf, submission }: Pick<Around, 'ruleOf' | 'submission'>): boolean {
  const batches = Array.from({ length: run.reading?.batches ?? 0 }, (_, index) => index + 1);
  const dry = batches.flatMap((batch) => submission({ runId: run.runId, batch, phase: 'dry' }) ?? []);
  const rows = { ...planOf(run, dry).counts, warned: warnedRows(run.reading) };
  const previewed = { rows, records: previewedRecords(dry) };
  return run.approval === undefined && approvalReasons(ruleOf(run), previewed).length === 0;
}

/** Where no key makes copies harmless, a batch is sent again only when its copy before must have ended. */
function breachesOfCopies(
  { run: runId, batch, attempt }: ImportCall,
  { submission, service }: Pick<Around, 'service' | 'submission'>,
): string[] {
  const found: string[] = [];
  const copies = service.calls.filter((one) => !one.dryRun && one.run === runId && one.batch === batch);
  if (copies.some((one) => one.attempt > attempt))
    found.push(`invariant 3: a copy of batch ${batch} arrives after a later one`);
  const { attempts = [] } = submission({ runId, batch, phase: 'real' }) ?? {};
  const [before, mine] = [attempts[attempt - 2], attempts[attempt - 1]];
  const after = Date.parse(mine?.sentAt ?? '') - Date.parse(before?.sentAt ?? '');
  if (before?.outcome === 'ambiguous' && after < quietMs)
    found.push(`invariant 3: batch ${batch} was sent again before the first copy must have ended`);
  return found;
}
