export { playDrop, type DropScene } from './drop-scene.ts';
export { checkAllLanded, checkNothingWritten } from './checks.ts';
export { runDemo } from './run-demo.ts';
export { sceneText } from './scene-text.ts';
export type { DropReport, Stage, StartedSystem } from './stage.ts';
