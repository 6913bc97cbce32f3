import type { Schedule } from '@sluice/migrations/schedule';

export interface Scheduled {
  /** Unique: another of the same name takes its place. */
  readonly name: string;
  readonly schedule: Schedule;
  /** What was due after this time fires, at once where its time is over. From now on when absent; then a rate begins by firing. */
  readonly since?: Date | undefined;
  /** Given the time for which it was due. */
  readonly fire: (due: Date) => Promise<void> | void;
}

export interface Schedules {
  start(scheduled: Scheduled): void;
  /** Fires no more. */
  end(name: string): void;
  stop(): void;
}

/** Timers take no more than 24.8 days: longer waits are taken in pieces. */
const longestTimerMs = 86_400_000;

export function createSchedules(now: () => Date, log: (line: string) => void): Schedules {
  const timers = new Map<string, NodeJS.Timeout>();

  async function fire({ name, fire: run }: Scheduled, due: Date): Promise<void> {
    try {
      await run(due);
    } catch (error) {
      log(`Schedule ${name}: ${String(error)}`);
    }
  }

  function wait(scheduled: Scheduled, due: Date | undefined): void {
    const { name } = scheduled;
    timers.delete(name);
    if (due === undefined) return;
    const leftMs = due.getTime() - now().getTime();
    const timer = setTimeout(
      () => {
        if (timers.get(name) !== timer) return;
        if (due > now()) return wait(scheduled, due);
        void fire(scheduled, due);
        wait(scheduled, scheduled.schedule.next(due));
      },
      Math.min(Math.max(leftMs, 0), longestTimerMs),
    );
    timers.set(name, timer);
  }

  function end(name: string): void {
    clearTimeout(timers.get(name));
    timers.delete(name);
  }

  return {
    start: (scheduled) => {
      end(scheduled.name);
      const from = scheduled.since ?? now();
      // A rate begins when its schedule does.
      if (scheduled.since === undefined && scheduled.schedule.kind === 'rate') void fire(scheduled, from);
      wait(scheduled, scheduled.schedule.next(from));
    },
    end,
    stop: () => {
      for (const name of [...timers.keys()]) end(name);
    },
  };
}
