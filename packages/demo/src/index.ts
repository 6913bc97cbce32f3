export { startSystem, type SystemOptions } from './start/start-system.ts';
