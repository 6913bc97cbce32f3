import type { Schedule } from '@sluice/aws-kit/schedule';

export interface Scheduled {
  /** A schedule with the same name replaces this one. */
  readonly name: string;
  readonly schedule: Schedule;
  /** Times after this one fire, past ones at once. When absent, only future times fire, and a rate fires at once. */
  readonly since?: Date | undefined;
  /** Called with the time for which the schedule was due. */
  readonly fire: (due: Date) => Promise<void> | void;
}

export interface Schedules {
  start(scheduled: Scheduled): void;
  /** Stops firing. */
  end(name: string): void;
  stop(): void;
}

/** A timer lasts at most 24.8 days. Longer waits are split. */
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
      // A rate counts from the start of its schedule.
      if (scheduled.since === undefined && scheduled.schedule.kind === 'rate') void fire(scheduled, from);
      wait(scheduled, scheduled.schedule.next(from));
    },
    end,
    stop: () => {
      for (const name of [...timers.keys()]) end(name);
    },
  };
}
