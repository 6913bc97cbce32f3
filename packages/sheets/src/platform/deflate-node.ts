import { constants, deflateRawSync } from 'node:zlib';

/** Packs a piece by itself. Each ends at a byte boundary, so that all pieces form one stream, up to the last one. */
export function deflate(piece: Uint8Array, last: boolean): Buffer {
  return deflateRawSync(piece, { finishFlush: last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });
}
