import { parentPort } from 'node:worker_threads';

/** To the thread that started this one. */
export function say(message: object): void {
  parentPort?.postMessage(message);
}

/** Runs for every message of the thread that started this one, and keeps this one alive to hear it. */
export function onMessage(listener: (message: unknown) => void): void {
  parentPort?.on('message', listener);
}

/** Lets this thread end once nothing else is under way. */
export function stopListening(): void {
  parentPort?.close();
}
