import { CliError } from '../cli-error.ts';
import type { History } from './history.ts';
import { isAtRest, isReported, type RunJson } from '../views/run-json.ts';
import { progressOf } from '../views/run-progress.ts';
import type { ProgressStep, Services } from '../io/services.ts';

/** How long a run may take to begin, to be asked for in vain, and to write its result sheet after its end: milliseconds. */
const patience = { toBegin: 10 * 60_000, toAnswer: 60_000, toReport: 60_000 };
/** Between two questions. What takes long, the answer or the run, is asked for less often. */
const wait = { least: 300, most: 5_000 };

function waitAfter({ answerTook, runTook }: { answerTook: number; runTook: number }): number {
  return Math.min(wait.most, Math.max(wait.least, 2 * answerTook, runTook / 20));
}

export interface Followed {
  readonly runId: string;
  /** What was done, which began what is followed now. */
  readonly begun: Pick<ProgressStep, 'label' | 'detail'>;
}

/**
 * Asks for the run until it has ended and its result sheet is written, or until it waits for a person.
 * A system that is restarted meanwhile is found again.
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
    const asked = now().getTime();
    const run = await askFor(runId, history, asked - answered);
    const came = now().getTime();
    if (run !== 'noAnswer') answered = came;
    if (run === 'notBegun' && came - begun > patience.toBegin) throw neverBegan(runId);
    if (typeof run === 'object') {
      voice.progress(progressOf(run));
      if (isAtRest(run)) restedAt ??= came;
      else restedAt = undefined;
      const lateReport = restedAt !== undefined && came - restedAt > patience.toReport;
      if (isReported(run) || lateReport) return run;
    }
    await sleep(waitAfter({ answerTook: came - asked, runTook: came - begun }));
  }
  throw new CliError('interrupted', `No longer followed; the run goes on. See it with: sluice run ${runId}`);
}

async function askFor(
  runId: string,
  history: History,
  silentFor: number,
): Promise<RunJson | 'notBegun' | 'noAnswer'> {
  try {
    return (await history.run(runId)) ?? 'notBegun';
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
    `The file is in the inbox, but its run ${runId} has not begun within ${minutes} minutes. The sweep starts such drops later; see \`sluice run ${runId}\` then.`,
  );
}
