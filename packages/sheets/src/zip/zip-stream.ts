import { deflate } from '#deflate';
import { crc32 } from '#platform';

/** Writes a zip archive piece by piece in constant memory: the sizes of a part are written after it. */
interface ZipStream {
  /** A whole part. */
  part(name: string, text: string): Buffer;
  /** A whole part that is not packed. */
  stored(name: string, text: string): Buffer;
  open(name: string): Buffer;
  /** A piece of the open part. */
  write(bytes: Buffer): Buffer;
  close(): Buffer;
  /** The central directory. */
  end(): Buffer;
}

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  bytes: number;
  packed: number;
  readonly isStored?: true;
}

/** A larger archive needs ZIP64, which not every program reads. */
const mostBytes = 0xffff_ffff;

const version = 20;
/** Bit 3: the sizes are written after the part. Bit 11: its name is UTF-8. */
const flags = 0x0808;
const sizesBehind = 0x0008;
const deflated = 8;
/** 1 January 1980, the earliest date of the format: the same rows give the same bytes. */
const date = 0x0021;

export function zipStream(): ZipStream {
  const entries: Entry[] = [];
  let offset = 0;
  let current: Entry | undefined;

  function emitted(bytes: Buffer): Buffer {
    offset += bytes.length;
    if (offset > mostBytes || (current?.bytes ?? 0) > mostBytes)
      throw new RangeError(`The workbook would have more than ${mostBytes} bytes.`);
    return bytes;
  }

  function open(name: string): Buffer {
    current = { name: Buffer.from(name), offset, crc: 0, bytes: 0, packed: 0 };
    entries.push(current);
    return emitted(Buffer.concat([record(0x0403_4b50, current, 'local'), current.name]));
  }

  function write(bytes: Buffer, last = false): Buffer {
    if (current === undefined) throw new Error('No part is open.');
    const packed = deflate(bytes, last);
    current.crc = crc32(bytes, current.crc);
    current.bytes += bytes.length;
    current.packed += packed.length;
    return emitted(packed);
  }

  function close(): Buffer {
    const ending = write(Buffer.alloc(0), true);
    if (current === undefined) return ending;
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x0807_4b50, 0);
    writeSizes(descriptor, 4, current);
    current = undefined;
    return Buffer.concat([ending, emitted(descriptor)]);
  }

  function end(): Buffer {
    const start = offset;
    const records = entries.map((entry) =>
      Buffer.concat([record(0x0201_4b50, entry, 'central'), entry.name]),
    );
    const directory = emitted(Buffer.concat(records));
    const tail = Buffer.alloc(22);
    tail.writeUInt32LE(0x0605_4b50, 0);
    tail.writeUInt16LE(entries.length, 8);
    tail.writeUInt16LE(entries.length, 10);
    tail.writeUInt32LE(directory.length, 12);
    tail.writeUInt32LE(start, 16);
    return Buffer.concat([directory, emitted(tail)]);
  }

  const part = (name: string, text: string) => Buffer.concat([open(name), write(Buffer.from(text)), close()]);

  function stored(name: string, text: string): Buffer {
    const bytes = Buffer.from(text);
    const entry = storedEntry(name, { bytes, offset });
    entries.push(entry);
    return emitted(Buffer.concat([record(0x0403_4b50, entry, 'local'), entry.name, bytes]));
  }
  return { part, stored, open, write: (bytes) => write(bytes), close, end };
}

function storedEntry(name: string, { bytes, offset }: { bytes: Buffer; offset: number }): Entry {
  const { length } = bytes;
  return {
    name: Buffer.from(name),
    offset,
    crc: crc32(bytes),
    bytes: length,
    packed: length,
    isStored: true,
  };
}

/** The header of a part, or its entry in the central directory. */
function record(signature: number, entry: Entry, where: 'local' | 'central'): Buffer {
  const central = where === 'central';
  const bytes = Buffer.alloc(central ? 46 : 30);
  bytes.writeUInt32LE(signature, 0);
  if (central) bytes.writeUInt16LE(version, 4);
  const at = central ? 6 : 4;
  bytes.writeUInt16LE(version, at);
  bytes.writeUInt16LE(entry.isStored ? flags & ~sizesBehind : flags, at + 2);
  bytes.writeUInt16LE(entry.isStored ? 0 : deflated, at + 4);
  bytes.writeUInt16LE(date, at + 8);
  if (central || entry.isStored) writeSizes(bytes, at + 10, entry);
  bytes.writeUInt16LE(entry.name.length, at + 22);
  if (central) bytes.writeUInt32LE(entry.offset, 42);
  return bytes;
}

function writeSizes(bytes: Buffer, at: number, { crc, bytes: size, packed }: Entry): void {
  bytes.writeUInt32LE(crc, at);
  bytes.writeUInt32LE(packed, at + 4);
  bytes.writeUInt32LE(size, at + 8);
}
