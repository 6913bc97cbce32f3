/** The most bytes of a stored block. */
const mostBytes = 0xffff;

/**
 * As in `deflate-node.ts`, but without making it smaller: a browser reads workbooks and hardly writes any, and a packer is 13 kB to
 * load.
 */
export function deflate(piece: Uint8Array, last: boolean): Buffer {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < piece.length || (last && at === 0); at += mostBytes) {
    const bytes = piece.subarray(at, at + mostBytes);
    const head = Buffer.alloc(5);
    head.writeUInt8(last && at + mostBytes >= piece.length ? 1 : 0, 0);
    head.writeUInt16LE(bytes.length, 1);
    head.writeUInt16LE(~bytes.length & mostBytes, 3);
    blocks.push(head, bytes);
  }
  return Buffer.concat(blocks);
}
