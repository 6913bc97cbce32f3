import { inBlocks } from '../blocks.ts';
import { openCsv } from '../csv/open-csv.ts';
import { isJsonLines } from '../jsonl/is-json-lines.ts';
import { openJsonLines } from '../jsonl/open-json-lines.ts';
import { sheetLimits } from '../limits.ts';
import type { Sheet, SheetOptions } from '../sheet.ts';
import { openTextStream } from './text-stream.ts';

/**
 * Reads text, CSV or JSON lines, up to its header.
 * @throws SheetError where the file is no sheet, or where its header cannot be read
 */
export async function openText(
  bytes: AsyncIterable<Uint8Array>,
  options: SheetOptions = {},
  compression?: 'gzip',
): Promise<Sheet> {
  const limits = { ...sheetLimits, ...options.limits };
  const stream = await openTextStream(inBlocks(bytes, limits), options);
  const request = { stream, options, limits, compression };
  return isJsonLines(stream.first.text) ? openJsonLines(request) : openCsv(request);
}
