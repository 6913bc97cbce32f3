import { mostErasableBytes, type NamedRecord } from '@sluice/erasure';
import type { Run } from '@sluice/ledger';
import {
  everyText,
  fileTypes,
  openSheet,
  SheetError,
  type SheetOptions,
  type SheetSource,
} from '@sluice/sheets';
import type { Files } from '../ports.ts';
import { dropSource } from '../read/drop-source.ts';
import { readingOf } from '../read/run-settings.ts';

/**
 * Whether a drop holds the record: in its rows, and elsewhere in a workbook or in a file that is no sheet. `gone` if it is not
 * stored; `unknown` if it cannot be searched, since it is too large, damaged or encrypted.
 */
export async function dropHolds(
  run: Run,
  record: NamedRecord,
  { drops, files }: { readonly drops: Pick<Files, 'stream' | 'about'>; readonly files: Pick<Files, 'get'> },
): Promise<boolean | 'unknown' | 'gone'> {
  if ((await drops.about(run)) === undefined) return 'gone';
  if (run.bytes > mostErasableBytes) return 'unknown';
  const source = dropSource(run, drops);
  const inRows = await unlessRefused(async () => rowsHold(source, record, await readingOf(run, files)));
  if (inRows !== 'refused' && (inRows.isIn || inRows.isWhole)) return inRows.isIn;
  const inText = await unlessRefused(() => textHolds(source, record));
  return inText === 'refused' ? 'unknown' : inText;
}

export async function unlessRefused<T>(search: () => Promise<T>): Promise<T | 'refused'> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof SheetError) return 'refused';
    throw error;
  }
}

async function rowsHold(source: SheetSource, record: NamedRecord, reading: SheetOptions) {
  // Every row, also those above the header and those that are no data.
  const { facts, rows } = await openSheet(source, { ...reading, onProblem: () => undefined });
  const isWhole = !fileTypes[facts.format].isWorkbook;
  for await (const chunk of rows)
    for (const { cells } of chunk) if (record.isIn(cells)) return { isIn: true, isWhole };
  return { isIn: false, isWhole };
}

export async function textHolds(source: SheetSource, record: NamedRecord): Promise<boolean> {
  for await (const text of everyText(source)) if (record.isIn(text)) return true;
  return false;
}
