import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive, and what the archive says wrongly of it. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly deflated?: boolean;
  /** Sizes, checksum, method and flags that are not the true ones. */
  readonly says?: {
    readonly bytes?: number;
    readonly sum?: number;
    readonly method?: number;
    readonly flags?: number;
  };
}

/** An archive as an old and simple program writes it: the same parts give the same bytes, lies and all. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { packed, ...facts } = factsOf(part);
    const local = record(0x0403_4b50, facts);
    directory.push(record(0x0201_4b50, { ...facts, offset }));
    written.push(local, packed);
    offset += local.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...written, listed, end]);
}

function factsOf({ name, bytes, deflated = false, says = {} }: ZipPart) {
  const plain = Buffer.from(bytes);
  const packed = deflated ? deflateRawSync(plain) : plain;
  return {
    name: Buffer.from(name),
    packed,
    packedBytes: packed.length,
    bytes: says.bytes ?? plain.length,
    sum: says.sum ?? crc32(plain),
    method: says.method ?? (deflated ? 8 : 0),
    flags: 0x0800 | (says.flags ?? 0),
  };
}

interface Record extends Omit<ReturnType<typeof factsOf>, 'packed'> {
  readonly offset?: number;
}

/** What stands before a part; with an offset, for the table of contents. */
function record(signature: number, { name, packedBytes, bytes, sum, method, flags, offset }: Record): Buffer {
  const at = offset === undefined ? 4 : 6;
  const head = Buffer.alloc(offset === undefined ? 30 : 46);
  head.writeUInt32LE(signature, 0);
  head.writeUInt16LE(20, at);
  head.writeUInt16LE(flags, at + 2);
  head.writeUInt16LE(method, at + 4);
  head.writeUInt16LE(0x21, at + 8);
  head.writeUInt32LE(sum, at + 10);
  head.writeUInt32LE(packedBytes, at + 14);
  head.writeUInt32LE(bytes, at + 18);
  head.writeUInt16LE(name.length, at + 22);
  if (offset !== undefined) head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}
