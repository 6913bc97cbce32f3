export { readSchedule, type ReadSchedule, type Schedule } from './schedule.ts';
export { instantsOf, wallTime, type WallTime } from './wall-time.ts';
