import { createHash } from 'node:crypto';
import type { Run } from '@sluice/ledger';
import type { ByteRange, SheetSource } from '@sluice/sheets';
import type { Files } from '../ports.ts';

/** The file of a run, in the version that was dropped. */
export function dropSource(run: Run, files: Pick<Files, 'stream'>): SheetSource {
  return { bytes: run.bytes, stream: (range) => files.stream(run, range) };
}

/** The same bytes, and their sha256: known once they were all read, on the way or else by reading once more. */
export interface HashedSource extends SheetSource {
  sha256(): Promise<string>;
}

export function hashedSource(source: SheetSource): HashedSource {
  let known: string | undefined;

  async function* whole(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const bytes of source.stream()) {
      hash.update(bytes);
      yield bytes;
    }
    known ??= hash.digest('hex');
  }

  async function sha256(): Promise<string> {
    if (known !== undefined) return known;
    const hash = createHash('sha256');
    for await (const bytes of source.stream()) hash.update(bytes);
    return (known = hash.digest('hex'));
  }

  const stream = (range?: ByteRange) => (range === undefined ? whole() : source.stream(range));
  return { bytes: source.bytes, stream, sha256 };
}
