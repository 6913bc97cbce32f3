import type { Schedule } from '@sluice/migrations/schedule';

export interface Scheduled {
  readonly name: string;
  readonly schedule: Schedule;
  /** Given the time for which it was due. */
  readonly fire: (due: Date) => Promise<void> | void;
}

export interface Schedules {
  start(scheduled: Scheduled): void;
  stop(): void;
}

/** Timers take no more than 24.8 days: longer waits are taken in pieces. */
const longestTimerMs = 86_400_000;

export function createSchedules(now: () => Date, log: (line: string) => void): Schedules {
  const timers = new Set<NodeJS.Timeout>();

  async function fire({ name, fire: run }: Scheduled, due: Date): Promise<void> {
    try {
      await run(due);
    } catch (error) {
      log(`Schedule ${name}: ${String(error)}`);
    }
  }

  function wait(scheduled: Scheduled, due: Date | undefined): void {
    if (due === undefined) return;
    const leftMs = due.getTime() - now().getTime();
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (due > now()) return wait(scheduled, due);
        void fire(scheduled, due);
        wait(scheduled, scheduled.schedule.next(due));
      },
      Math.min(Math.max(leftMs, 0), longestTimerMs),
    );
    timers.add(timer);
  }

  return {
    start: (scheduled) => {
      const from = now();
      // A rate begins when its schedule does.
      if (scheduled.schedule.kind === 'rate') void fire(scheduled, from);
      wait(scheduled, scheduled.schedule.next(from));
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
