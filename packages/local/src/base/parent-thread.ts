import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';

/** Sends a message to the thread that started this one. */
export function post(message: object): void {
  parentPort?.postMessage(message);
}

/** Tells the thread that started this one where its server listens. All of its code is loaded by then. */
export function postPort(port: number): void {
  flushCompileCache();
  post({ port });
}

/** Calls the listener for every message from the thread that started this one, and keeps this one alive. */
export function onMessage(listener: (message: unknown) => void): void {
  parentPort?.on('message', listener);
}

/** Lets this thread end once it has nothing else to do. */
export function stopListening(): void {
  parentPort?.close();
}
