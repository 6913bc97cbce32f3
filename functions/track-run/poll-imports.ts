import { log } from '@sluice/lambda-kit';
import type { Answer } from '@sluice/client';
import type { ImportStatus } from '@sluice/contract';
import type { CallBudget, Submission } from '@sluice/ledger';
import { readBatchObject } from '../shared/batch-object.ts';
import { countBatch } from '../shared/batch-counts.ts';
import { mayHaveLanded } from '../shared/attempts.ts';
import { afterDryRun, endOfDryUnmade } from '../shared/check-batch.ts';
import { besideEarlierCopy, endOfImport, type BatchEnd } from '../shared/batch-end.ts';
import type { Service } from '../shared/ports.ts';
import { runKeys } from '../shared/run-objects.ts';
import { keepForetold, type Kept } from './foretell.ts';
import type { Stuck } from './free.ts';
import type { Look, TrackRunServices } from './look.ts';
import { endBesideCopies, otherImports } from './other-copies.ts';

/** Asked at once, once several in a row have ended. */
const atOnce = 8;
const mostPerStep = 200;
/** Imports end about in the order in which they were taken, so behind these, if they go on, hardly any has ended. */
const atFirst = 2;
/** Every so many steps others than the oldest come first: one that never ends must not stand before the rest. */
const elsewhereEvery = 4;
/** Seconds. */
const longestRest = 300;
/** Leaves the rest of the function's minute to answers under way and to the ledger. */
const askingMs = 30_000;
/** An import that was just accepted may not be found yet. */
const graceMs = 10 * 60_000;
/** An import of which no end could be learned for so long is called stuck. */
const horizonMs = 24 * 3_600_000;

export interface Polled {
  readonly stuck: readonly Stuck[];
  /** Seconds that the service asks to be left alone, or 0. */
  readonly restSeconds: number;
  /** The step was over before the ends were: the next one has more to learn at once. */
  readonly hasMore: boolean;
}

/**
 * Asks for the imports whose end is awaited, the oldest first, and writes down those that are done. It stops at a few that go on,
 * so that what a run asks for grows with its batches, not with their square.
 */
export async function pollImports(look: Look, step: number, services: TrackRunServices): Promise<Polled> {
  const awaited = inTurn(
    look.all().filter(({ status }) => status === 'accepted'),
    step,
  );
  if (awaited.length === 0) return { stuck: [], restSeconds: 0, hasMore: false };
  const calls = callsTo(services.budget);
  const until = services.now().getTime() + askingMs;
  const stuck: Stuck[] = [];
  let [restSeconds, ended, goOn, asked, asking] = [0, 0, 0, 0, 0];
  // Whoever meets an import that goes on asks no more; whoever meets an end is joined by another.
  const ask = async (): Promise<void> => {
    const mayAsk = restSeconds === 0 && services.now().getTime() < until;
    const submission = mayAsk ? awaited.shift() : undefined;
    if (submission === undefined) return;
    asking += 1;
    const hasCall = calls.next() || ((await calls.take(awaited.length + 1)) && calls.next());
    const found = hasCall ? await pollOne(submission, look, services) : undefined;
    asking -= 1;
    if (found === undefined) return;
    asked += 1;
    if (found.kind === 'notYet') {
      goOn += 1;
      return;
    }
    if (found.kind === 'stuck') stuck.push({ batch: submission.batch, reason: found.reason });
    if (found.kind === 'rest') restSeconds = found.seconds;
    if (found.kind === 'ended') ended += 1;
    await Promise.all(found.kind === 'ended' && asking + goOn < atOnce - 1 ? [ask(), ask()] : [ask()]);
  };
  await Promise.all(Array.from({ length: atFirst }, ask));
  restSeconds = Math.max(restSeconds, secondsUntil(calls.end(), services.now()));
  // Those that had no turn are as overdue as those that had one and did not end.
  if (asked > 0 && ended === 0 && look.phase === 'real') stuck.push(...overdue(look, services));
  return {
    stuck,
    restSeconds,
    hasMore: restSeconds === 0 && goOn === 0 && ended > 0 && isLeft(look),
  };
}

const isLeft = (look: Look): boolean => look.all().some(({ status }) => status === 'accepted');

function overdue(look: Look, services: TrackRunServices): Stuck[] {
  return look
    .all()
    .filter((submission) => submission.status === 'accepted' && awaitedFor(submission, services) > horizonMs)
    .map(({ batch, importId }) => ({ batch, reason: noEnd(importId) }));
}

function noEnd(importId = ''): string {
  return `no end of import ${importId} could be learned within a day`;
}

/** The calls of one step, some at a time out of the hour's budget. */
function callsTo(budget: CallBudget) {
  let [left, again]: [number, Date | undefined] = [0, undefined];
  return {
    /** Whether there is one more at hand, which is then made. */
    next: (): boolean => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
    /** Takes more for so many, unless there were fewer than wanted before. */
    take: async (awaited: number): Promise<boolean> => {
      if (again !== undefined) return false;
      const taken = await budget.take('poll', Math.min(atOnce, awaited));
      left += taken.calls;
      again ??= taken.again;
      return left > 0;
    },
    /** Gives back what was not used. When there are more calls, where there were fewer than wanted. */
    end: (): Date | undefined => {
      budget.giveBack('poll', left);
      return again;
    },
  };
}

/** A step without calls costs none, and looks after the rest of the run. */
function secondsUntil(again: Date | undefined, now: Date): number {
  if (again === undefined) return 0;
  return Math.min(longestRest, Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000)));
}

function inTurn(awaited: readonly Submission[], step: number): Submission[] {
  const oldestFirst = awaited.toSorted((one, other) => acceptedAt(one).localeCompare(acceptedAt(other)));
  const isElsewhere = step % elsewhereEvery === elsewhereEvery - 1;
  const from = isElsewhere ? (Math.floor(step / elsewhereEvery + 1) * atFirst) % awaited.length : 0;
  return [...oldestFirst.slice(from), ...oldestFirst.slice(0, from)].slice(0, mostPerStep);
}

/** When the service gave the importId that is awaited, which a person may have found much later. */
function acceptedAt({ attempts, importId }: Submission): string {
  const attempt = attempts.findLast((one) => one.importId === importId);
  return attempt?.endedAt ?? attempt?.sentAt ?? '';
}

type Found =
  | { readonly kind: 'ended' | 'notYet' }
  | { readonly kind: 'stuck'; readonly reason: string }
  | { readonly kind: 'rest'; readonly seconds: number };

async function pollOne(submission: Submission, look: Look, services: TrackRunServices): Promise<Found> {
  const { importId = '' } = submission;
  const around = { look, services };
  const answer = await askService(services.service, importId);
  if (answer?.kind === 'ok' && answer.output.importStatus.done) {
    const status = answer.output.importStatus;
    // As when a person attached the wrong one.
    const wroteNothing = submission.phase === 'real' && status.status === 'valid';
    if (wroteNothing)
      return { kind: 'stuck', reason: `import ${importId} is a dry run, which wrote nothing` };
    return readEnd(submission, status, around);
  }
  if (awaitedFor(submission, services) > horizonMs) return lost(submission, noEnd(importId), around);
  if (answer === undefined) return { kind: 'rest', seconds: 60 };
  if (answer.kind !== 'refused') return { kind: 'notYet' };
  const { runId, batch, phase } = submission;
  log.info('import_status_refused', { runId, batch, phase, importId, code: answer.code });
  if (answer.code === 'too_many_requests' || answer.code === 'unauthorized')
    return { kind: 'rest', seconds: 60 };
  const reason = `the service does not know import ${importId}`;
  const isLost = answer.code === 'not_found' && ageOf(submission, services) > graceMs;
  return isLost ? lost(submission, reason, around) : { kind: 'notYet' };
}

/** Undefined where the credentials cannot be had. */
async function askService(service: Service, importId: string): Promise<Answer<'importStatus'> | undefined> {
  const calls = await service.connect().catch((error: unknown) => {
    log.error('credentials_not_read', error, { importId });
    return undefined;
  });
  const answer = await calls?.importStatus(importId);
  if (answer?.kind === 'refused' && answer.code === 'unauthorized') service.forgetCredentials();
  return answer;
}

interface Around {
  readonly look: Look;
  readonly services: TrackRunServices;
}

async function readEnd(submission: Submission, status: ImportStatus, around: Around): Promise<Found> {
  if (submission.phase === 'dry' && (status.success || status.error))
    return readDryRun(submission, status, around);
  const rows = await rowsOf(submission, around.services);
  const batch = { phase: submission.phase, rows };
  const newest = endOfImport(batch, status);
  const others = newest.status === 'succeeded' ? [] : otherImports(submission);
  const end = await endBesideCopies(others, {
    batch,
    end: newest,
    mayWait: awaitedFor(submission, around.services) <= horizonMs,
    ask: (importId) => askService(around.services.service, importId),
  });
  if (end === undefined) return { kind: 'notYet' };
  const isOpen = mayHaveLanded(submission) && !around.services.idempotencyKey;
  await writeEnd(submission, isOpen ? besideEarlierCopy(end) : end, around);
  return { kind: 'ended' };
}

/** A dry run that passed tells nothing of rows yet; of one that did not the others are asked again. */
async function readDryRun(submission: Submission, status: ImportStatus, around: Around): Promise<Found> {
  const { look, services } = around;
  const reply = status.success
    ? ({ kind: 'passed' } as const)
    : ({ kind: 'refused', message: status.errorMessage ?? '' } as const);
  const checked = await afterDryRun({ run: look.run, submission }, reply, services);
  if (checked.kind === 'ended') await endDryRun(submission, checked.end, status, around);
  else await look.move(submission, { ...checked.event, at: services.now().toISOString() });
  return { kind: 'ended' };
}

/** Where somebody may be asked, nothing goes on of which nobody could say what it would do. */
async function endDryRun(
  submission: Submission,
  end: BatchEnd,
  { preview }: ImportStatus,
  around: Around,
): Promise<void> {
  if (!around.look.run.mayAsk || end.status !== 'succeeded') return writeEnd(submission, end, around);
  const foretold = await keepForetold(submission, preview, around.services.files);
  const unknown = { status: 'failed', reason: 'what was sent is not kept any more', outcomes: [] } as const;
  await writeEnd(submission, foretold === undefined ? unknown : end, around, foretold);
}

/** A dry run that is lost has done nothing; a real import may have: a person looks. */
async function lost(submission: Submission, reason: string, around: Around): Promise<Found> {
  if (submission.phase === 'real') return { kind: 'stuck', reason };
  await writeEnd(submission, await endOfDryUnmade(submission, reason, around.services), around);
  return { kind: 'ended' };
}

async function rowsOf(submission: Submission, { files }: TrackRunServices): Promise<readonly number[]> {
  const object = await readBatchObject(submission, files);
  if (object !== undefined) return object.rows;
  // Then the rows cannot be named one by one; the import's end counts for all of them.
  const { runId, batch, phase } = submission;
  log.error('batch_object_gone', new Error('What was sent is not kept any more'), { runId, batch, phase });
  return [];
}

async function writeEnd(
  submission: Submission,
  end: BatchEnd,
  { look, services }: Around,
  foretold?: Kept,
): Promise<void> {
  const { runId, batch, phase } = submission;
  if (end.outcomes.length > 0)
    await services.files.put(runKeys.outcomes(runId, submission), JSON.stringify(end.outcomes));
  const ofOutcomes = await countBatch(look.run, { phase, outcomes: end.outcomes }, services.files);
  // What was foretold is of the other rows: those that passed.
  const counts = { ...foretold?.counts, ...ofOutcomes };
  const at = services.now().toISOString();
  const { status, reason } = end;
  await look.move(submission, {
    type: 'ended',
    at,
    status,
    counts,
    ...(reason && { reason }),
    ...(foretold && { foretold: foretold.sha256 }),
  });
  log.info('submission_ended', { runId, batch, phase, status, ...counts });
}

function ageOf({ attempts }: Submission, { now }: TrackRunServices): number {
  const sentAt = attempts.at(-1)?.sentAt;
  return sentAt === undefined ? 0 : now().getTime() - Date.parse(sentAt);
}

/** Since its importId is known. */
function awaitedFor(submission: Submission, { now }: TrackRunServices): number {
  const since = acceptedAt(submission);
  return since === '' ? 0 : now().getTime() - Date.parse(since);
}
