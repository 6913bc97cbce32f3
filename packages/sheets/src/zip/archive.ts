import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import type { SheetLimits } from '../model/limits.ts';
import { SheetError } from '../model/sheet-error.ts';
import { memorySource, type SheetSource } from '../model/source.ts';
import { damaged } from '../model/damaged.ts';
import { FileBudget } from '../model/file-budget.ts';
import { partBytes } from './part-bytes.ts';
import { bytesOf, SourceReader } from './source-reader.ts';

/** The parts of a zip archive. Names are compared without case, as Excel does. */
export interface Archive {
  /** In lower case. */
  readonly names: ReadonlySet<string>;
  has(name: string): boolean;
  /** The bytes of a part, checked against the archive's size and checksum. @throws SheetError also between chunks */
  read(name: string): AsyncGenerator<Buffer, void, void>;
  /** The size of a part, without reading it; 0 if there is none. */
  sizeOf(name: string): number;
  /** Of the whole file, for all that reads it. */
  readonly budget: FileBudget;
}

/** A file up to this size is fetched at once. */
const smallBytes = 1024 * 1024;

/** More than any workbook has, with all its pictures. */
const mostParts = 20_000;

/** @throws SheetError `damaged_workbook`, and whatever the source throws */
export async function openArchive(source: SheetSource, limits: SheetLimits): Promise<Archive> {
  if (source.bytes > limits.fileBytes)
    throw new SheetError({ code: 'file_too_large', most: limits.fileBytes });
  const near = source.bytes <= smallBytes ? memorySource(await bytesOf(source.stream())) : source;
  const reader = new SourceReader(near);
  const zip = await orDamaged(reader, () =>
    fromRandomAccessReaderPromise(reader, near.bytes, { autoClose: false }),
  );
  const entries = await orDamaged(reader, () => entriesOf(zip));
  const budget = new FileBudget(source.bytes, limits);
  const counted = new Set<Entry>();

  async function* read(name: string): AsyncGenerator<Buffer, void, void> {
    const entry = entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged(`its part ${name} is missing`);
    if (entry.isEncrypted()) throw new SheetError({ code: 'with_password' });
    checkRatio(entry, limits);
    if (!counted.has(entry)) budget.grow(entry.uncompressedSize);
    counted.add(entry);
    const { fileDataStart: start } = await orDamaged(reader, () =>
      zip.readLocalFileHeaderPromise(entry, { minimal: true }),
    );
    const packed = near.stream({ start, end: start + entry.compressedSize });
    for await (const bytes of partBytes(name, { entry, packed })) {
      budget.unpack(bytes.length);
      yield bytes;
    }
  }

  return {
    names: new Set(entries.keys()),
    has: (name) => entries.has(name.toLowerCase()),
    read,
    sizeOf: (name) => entries.get(name.toLowerCase())?.uncompressedSize ?? 0,
    budget,
  };
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  const places = new Set<number>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw damaged('two of its parts have the same name');
    if (entries.size === mostParts) throw damaged(`it has more than ${mostParts} parts`);
    if (places.has(entry.relativeOffsetOfLocalHeader)) throw damaged('two of its parts are the same bytes');
    places.add(entry.relativeOffsetOfLocalHeader);
    entries.set(name, entry);
  }
  return entries;
}

/** An error of the library is a fault of the archive, unless the source failed. */
async function orDamaged<T>(reader: SourceReader, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (reader.failure !== undefined) throw reader.failure;
    if (error instanceof SheetError) throw error;
    throw damaged('it is cut off, or the list of its parts is wrong');
  }
}

function checkRatio(entry: Entry, limits: SheetLimits): void {
  const ratio = Math.round(entry.uncompressedSize / Math.max(1, entry.compressedSize));
  if (entry.uncompressedSize <= limits.unpackedRatioFrom || ratio <= limits.unpackedRatio) return;
  throw new SheetError({ code: 'packed_too_tightly', times: ratio, most: limits.unpackedRatio });
}
