import { createHash } from 'node:crypto';
import type { ByteRange, SheetSource } from '@sluice/sheets';
import type { Files, ObjectRef } from '../ports.ts';

/** A stored object: the drop of a run, or a copy of it. */
export function sourceOf(
  object: ObjectRef & Pick<SheetSource, 'bytes'>,
  files: Pick<Files, 'stream'>,
): SheetSource {
  return { bytes: object.bytes, stream: (range) => files.stream(object, range) };
}

/** The same bytes, hashed on the way, or by reading them once more. */
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
