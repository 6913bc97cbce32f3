const { port1: nowhere, port2: otherEnd } = new MessageChannel();
otherEnd.close();

/**
 * Frees the memory into which a piece of a file was read, by sending it to nobody. A browser else keeps it until it looks for old
 * memory, Chromium also if `transfer` has taken it from the script.
 */
export function giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
  nowhere.postMessage(undefined, [buffer]);
}
