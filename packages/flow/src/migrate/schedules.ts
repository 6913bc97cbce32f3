/** What a schedule says when it fires, and to whom it is told, is the same for every migration. */
export interface WantedSchedule {
  readonly name: string;
  /** `cron(…)`, `rate(…)` or `at(…)`. */
  readonly expression: string;
  readonly timeZone: string;
}

/** The schedules of the migrations. Every call may be made again. */
export interface MigrationSchedules {
  /** Makes it, or makes it so. */
  put(schedule: WantedSchedule): Promise<void>;
  /** There is none of this name afterwards. */
  remove(name: string): Promise<void>;
}
