export { figuresSchema, type DaySums } from '../model/day-sums.ts';
export { sumsOf } from './sums-of-day.ts';
export * from './earlier-runs.ts';
export * from './change-lines.ts';
export * from './changes.ts';
export * from './migration-json.ts';
export * from './record-history.ts';
export * from './run-json.ts';
export { prices, requestKinds, usdByKind } from './prices.ts';
