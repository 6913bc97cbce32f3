import { formatError, headBytes, kindOf } from '../formats.ts';
import { sheetLimits } from '../limits.ts';
import type { Sheet, SheetOptions } from '../sheet.ts';
import { peek } from '../source.ts';
import { openText } from '../text/open-text.ts';
import { gunzip } from './gunzip.ts';

/** Opens text that is packed with gzip. @throws SheetError where something else is packed */
export async function openGzip(
  packed: AsyncIterable<Uint8Array>,
  options: SheetOptions = {},
): Promise<Sheet> {
  const unpacked = gunzip(packed, { ...sheetLimits, ...options.limits });
  const { head, stream, leave } = await peek(unpacked, headBytes);
  try {
    if (kindOf(head) !== 'text')
      throw formatError('an archive within a gzip archive', 'the sheet itself, or gzip of a CSV');
    return await openText(stream, options, 'gzip');
  } catch (error) {
    await leave();
    throw error;
  }
}
