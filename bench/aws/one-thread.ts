import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';

type Done = (error: null, result: Buffer) => void;
const after = (result: Buffer, done: Done): void => process.nextTick(done, null, result);

/**
 * From now on this Node packs in its own thread. A function has one processor or less, so its other threads gain nothing, and the
 * simulated world knows when this one is done.
 */
export function packInOneThread(): void {
  Object.assign(zlib, {
    gzip: (input: zlib.InputType, done: Done) => after(zlib.gzipSync(input), done),
    gunzip: (input: zlib.InputType, options: zlib.ZlibOptions, done: Done) =>
      after(zlib.gunzipSync(input, options), done),
  });
  syncBuiltinESMExports();
}
