import { progressStep, type ProgressStep } from '@sluice/answers/run';
import { CliError } from '../io/cli-error.ts';
import type { History } from './history.ts';
import { placeInQueue } from './queue.ts';
import { commandLine } from '../io/shell.ts';
import { isAtRest, isReported, type RunJson, type RunProgressJson } from '@sluice/ledger/views';
import type { Services } from '../io/services.ts';

/** In milliseconds: how long a run may take to begin, how long the history may not answer, and how late the result sheet may be. */
const patience = { toBegin: 10 * 60_000, toAnswer: 60_000, toReport: 60_000 };
/** Between two requests, in milliseconds. Slow answers and long runs are polled less often. */
const wait = { least: 300, most: 5_000 };

function waitAfter({ answerTook, runTook }: { answerTook: number; runTook: number }): number {
  return Math.min(wait.most, Math.max(wait.least, 2 * answerTook, runTook / 20));
}

export interface Followed {
  readonly runId: string;
  /** What the person just did. */
  readonly begun: Pick<ProgressStep, 'label' | 'detail'>;
}

/**
 * Polls the run until it has ended and its result sheet is written, or until it waits for a person. A system that restarts
 * meanwhile is found again.
 * @throws CliError `interrupted`, `nothingRuns`, or `failed` when no run begins
 */
export async function followRun(
  { runId, begun: first }: Followed,
  history: History,
  services: Services,
): Promise<RunJson> {
  const { now, sleep, signal, voice } = services;
  const begun = now().getTime();
  let answered = begun;
  let restedAt: number | undefined;
  voice.progress({ ...first, part: 0 });
  while (!signal.aborted) {
    const sent = now().getTime();
    const run = await patiently(() => history.progress(runId), sent - answered);
    const came = now().getTime();
    if (run !== 'noAnswer') answered = came;
    if (run === 'notBegun' && came - begun > patience.toBegin) throw neverBegan(runId);
    if (typeof run === 'object') {
      voice.progress(progressStep(run, { now: now(), queue: await queueOf(run, history, services) }));
      if (isAtRest(run)) restedAt ??= came;
      else restedAt = undefined;
      const lateReport = restedAt !== undefined && came - restedAt > patience.toReport;
      if (isReported(run) || lateReport) {
        const whole = await patiently(() => history.run(runId), came - answered);
        if (typeof whole === 'object') return whole;
      }
    }
    await sleep(waitAfter({ answerTook: came - sent, runTook: came - begun }));
  }
  throw new CliError(
    'interrupted',
    `No longer followed; the run goes on. Follow it again with: ${commandLine('watch', runId)}`,
  );
}

/** Only for people: it is left out when the history does not answer. */
async function queueOf(
  run: RunProgressJson,
  history: History,
  { now }: Pick<Services, 'now'>,
): Promise<string | undefined> {
  return placeInQueue(run, history, now()).catch(() => undefined);
}

/** What the history answers, unless it has been silent for too long: a system that restarts is waited for. */
export async function patiently<T>(
  read: () => Promise<T | undefined>,
  silentFor: number,
): Promise<T | 'notBegun' | 'noAnswer'> {
  try {
    return (await read()) ?? 'notBegun';
  } catch (error) {
    const isSilent = error instanceof CliError && error.exit === 'nothingRuns';
    if (isSilent && silentFor < patience.toAnswer) return 'noAnswer';
    if (error instanceof CliError && error.exit === 'interrupted') return 'noAnswer';
    throw error;
  }
}

function neverBegan(runId: string): CliError {
  const minutes = patience.toBegin / 60_000;
  return new CliError(
    'failed',
    `The file is in the inbox, but its run has not begun within ${minutes} minutes. Sluice starts such drops later. Follow it with: ${commandLine('watch', runId)}`,
  );
}
