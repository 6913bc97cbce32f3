import { headBytes, kindOf } from './formats.ts';
import { openGzip } from './gzip/open-gzip.ts';
import type { Sheet, SheetOptions } from './sheet.ts';
import { peek, type SheetSource } from './source.ts';
import { openText } from './text/open-text.ts';
import { openXlsx } from './xlsx/open-xlsx.ts';

/**
 * Reads a spreadsheet up to its header; the rows follow as they are asked for. What is read depends on bytes and
 * options alone (invariant 14), never on the file's name.
 *
 * @throws SheetError where the file is no sheet, or where its header cannot be read
 */
export async function openSheet(source: SheetSource, options: SheetOptions = {}): Promise<Sheet> {
  const { head, stream, leave } = await peek(source.stream(), headBytes);
  try {
    switch (kindOf(head)) {
      case 'zip':
        await leave();
        return await openXlsx(source, options);
      case 'gzip':
        return await openGzip(stream, options);
      case 'text':
        return await openText(stream, options);
    }
  } catch (error) {
    await leave();
    throw error;
  }
}
