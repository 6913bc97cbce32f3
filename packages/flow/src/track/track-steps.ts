import { log } from '@sluice/aws-kit/handlers';
import { trackRun, type TrackInput, type TrackOutput } from './track-run.ts';
import type { TrackRunServices } from '../attempts/tracked-run.ts';
import { longestStaySeconds } from './waits.ts';

export interface TrackStepsServices extends TrackRunServices {
  readonly sleep: (ms: number) => Promise<void>;
}

/** No step begins later in an invocation: it may take most of the function's minute. */
const lastStepMs = 15_000;

/**
 * The steps of one invocation. While a run is at work and its next step is due soon, the function waits for it: a turn of the
 * state machine costs more than that, and takes longer.
 */
export async function trackSteps(input: TrackInput, services: TrackStepsServices): Promise<TrackOutput> {
  const { now, sleep } = services;
  const until = now().getTime() + lastStepMs;
  let output = await trackRun(input, services);
  let [stays, ms] = [0, 0];
  for (;;) {
    const stayedMs = Math.ceil(output.waitSeconds * 1000);
    const isSoon = output.waitSeconds <= longestStaySeconds && now().getTime() + stayedMs <= until;
    if (output.next !== 'wait' || !output.isAtWork || !isSoon) break;
    await sleep(stayedMs);
    stays += 1;
    ms += stayedMs;
    output = await trackRun({ ...output, stayedMs }, services);
  }
  if (stays > 0) log.info('tracker_stayed', { runId: input.runId, stays, ms });
  // The machine waits for whole seconds.
  return { ...output, waitSeconds: Math.ceil(output.waitSeconds) };
}
