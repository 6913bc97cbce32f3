import { services as reportRunServices } from '../../functions/report-run/handler.ts';
import { reportRun } from '@sluice/flow/report/report-run';
import { services as trackRunServices } from '../../functions/track-run/handler.ts';
import { trackInputSchema, trackRun } from '@sluice/flow/track/track-run';
import type { Execution } from './aws/others.ts';
import type { Ended, Stage } from './stage.ts';

/** The machine that tracks a run, and then tells of it: one step of an execution at a time. */
export function createTracking({ env, outside, clock, invoke, warmed }: Stage) {
  let told: string | undefined;

  function track(execution: Execution): Promise<Ended> {
    return invoke('trackRun', async () => {
      const input = trackInputSchema.parse(execution.state);
      execution.state = await trackRun(
        input,
        warmed('trackRun', () => trackRunServices(env, outside)),
      );
    });
  }

  function report(runId: string): Promise<Ended> {
    const services = () => warmed('reportRun', () => reportRunServices(env, outside));
    told = undefined;
    return invoke('reportRun', async () => void (told = await reportRun(runId, services())), runId);
  }

  async function step(execution: Execution): Promise<void> {
    const input = trackInputSchema.parse(execution.state);
    const ended = execution.at === 'track' ? await track(execution) : await report(input.runId);
    if (ended === 'done') {
      execution.failures = 0;
      const { next, waitSeconds } = execution.state as { next?: string; waitSeconds?: number };
      if (execution.at === 'track' && next === 'wait')
        execution.dueAt = clock().getTime() + (waitSeconds ?? 1) * 1000;
      else if (execution.at === 'track' && next === 'report') execution.at = 'report';
      // Somebody else sends the notice, or died while sending it.
      else if (execution.at === 'report' && told === 'leased') execution.dueAt = clock().getTime() + 60_000;
      else execution.running = false;
      return;
    }
    // Two more tries, 10 and 20 s later; then the execution fails, and the sweep finds that nobody tracks the run.
    execution.failures += 1;
    execution.dueAt = clock().getTime() + execution.failures * 10_000;
    if (execution.failures > 2) execution.running = false;
  }

  return { step };
}
