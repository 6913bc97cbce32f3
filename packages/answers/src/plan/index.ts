export * from './verdict.ts';
export { plan as planWords } from '../messages/plan.ts';
