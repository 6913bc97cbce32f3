/** The part of a schedule that differs between migrations. */
export interface WantedSchedule {
  readonly name: string;
  /** `cron(…)`, `rate(…)` or `at(…)`. */
  readonly expression: string;
  readonly timeZone: string;
}

/** The schedules of the migrations. Every call may be made again. */
export interface MigrationSchedules {
  put(schedule: WantedSchedule): Promise<void>;
  remove(name: string): Promise<void>;
}
