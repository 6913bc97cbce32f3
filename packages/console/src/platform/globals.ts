export { Buffer } from 'buffer/';

/** Later, as Node's, but before timers and input: browsers have only this. */
export function setImmediate(act: () => void): void {
  queueMicrotask(act);
}
