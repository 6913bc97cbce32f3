export { readSchedule, type ReadSchedule, type Schedule } from './schedule.ts';
export { upcomingFires } from './upcoming.ts';
export { instantsOf, wallTime, type WallTime } from './wall-time.ts';
