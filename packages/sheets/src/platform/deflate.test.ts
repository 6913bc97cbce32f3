import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflate as inBrowser } from './deflate-browser.ts';
import { deflate as inNode } from './deflate-node.ts';

const pieces = [0, 1, 65_535, 65_536, 200_000].map((length, at) => Buffer.alloc(length, at + 1));

test.each([
  ['a browser', inBrowser],
  ['Node', inNode],
])('pieces that %s packs one by one form one stream', (_, deflate) => {
  for (const last of [Buffer.alloc(0), Buffer.from('end')]) {
    const all = [...pieces, last];
    const packed = all.map((piece, at) => deflate(piece, at === all.length - 1));
    expect(inflateRawSync(Buffer.concat(packed)).equals(Buffer.concat(all))).toBe(true);
  }
});
