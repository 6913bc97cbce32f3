import { inBlocks } from '../model/blocks.ts';
import { isQuotedCsv } from '../csv/is-quoted-csv.ts';
import { openCsv } from '../csv/open-csv.ts';
import { limitsFor } from '../model/file-budget.ts';
import { openFixed } from '../fixed/open-fixed.ts';
import { namesOf, spansOf } from '../fixed/spans.ts';
import { formats, type Format } from './formats.ts';
import { gunzip } from '../gzip/gunzip.ts';
import { sheetLimits } from '../model/limits.ts';
import { asSheet, formatError, headBytes, isGzip, refuseForeign } from '../model/refused-formats.ts';
import { SheetError } from '../model/sheet-error.ts';
import type { Sheet, SheetOptions } from '../model/sheet.ts';
import { peek, type SheetSource } from '../model/source.ts';
import { isBinary } from '../text/is-binary.ts';
import { openTextStream } from '../text/text-stream.ts';

const readers = Object.values(formats).map(({ reader }) => reader);

/**
 * Reads a spreadsheet up to its header; the rows are read when they are needed. The result depends only on bytes and options
 * (invariant 14), never on the name of the file.
 *
 * @throws SheetError if the file is no sheet or its header cannot be read
 */
export async function openSheet(source: SheetSource, options: SheetOptions = {}): Promise<Sheet> {
  const { head, stream, leave } = await peek(source.stream(), headBytes);
  try {
    const reader = bytesReader(head);
    if (reader !== undefined) {
      await leave();
      return await reader.open(source, options);
    }
    if (isGzip(head)) return await openGzip(stream, source.bytes, options);
    if (options.encoding === undefined && isBinary(head))
      throw formatError('no text, and of no known kind', asSheet);
    return await openText(stream, source.bytes, options);
  } catch (error) {
    await leave();
    throw error;
  }
}

type Reader<Of extends Format['reader']['of']> = Extract<Format['reader'], { of: Of }>;

function bytesReader(head: Buffer): Reader<'bytes'> | undefined {
  refuseForeign(head);
  return readers.find((reader): reader is Reader<'bytes'> => reader.of === 'bytes' && reader.begins(head));
}

/** @throws SheetError unless the archive contains text */
async function openGzip(
  packed: AsyncIterable<Uint8Array>,
  size: number,
  options: SheetOptions,
): Promise<Sheet> {
  const unpacked = gunzip(packed, size, { ...sheetLimits, ...options.limits });
  const { head, stream, leave } = await peek(unpacked, headBytes);
  try {
    if (bytesReader(head) !== undefined || isGzip(head))
      throw formatError('an archive within a gzip archive', 'Upload the sheet itself, or gzip of a CSV.');
    return await openText(stream, size, { ...options, compression: 'gzip' });
  } catch (error) {
    await leave();
    throw error;
  }
}

async function openText(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  { compression, ...options }: SheetOptions & { readonly compression?: 'gzip' },
): Promise<Sheet> {
  const limits = limitsFor(size, { ...sheetLimits, ...options.limits });
  const stream = await openTextStream(inBlocks(bytes, limits), options);
  const { text } = stream.first;
  const spans = spansOf(options);
  if (spans !== undefined) {
    const named = { ...options, columns: namesOf(options) };
    const open = isQuotedCsv(text, spans.length) ? openCsv : openFixed;
    return open({ stream, options: named, limits, compression });
  }
  const reader = readers.find((each): each is Reader<'text'> => each.of === 'text' && each.begins(text));
  if (reader === undefined) throw new SheetError({ code: 'empty_sheet' });
  return reader.open({ stream, options, limits, compression });
}
