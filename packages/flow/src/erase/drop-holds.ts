import type { NamedRecord } from '@sluice/erasure';
import type { Run } from '@sluice/ledger';
import { openSheet, SheetError } from '@sluice/sheets';
import { ObjectNotFound, type Files } from '../ports.ts';
import { dropSource } from '../read/drop-source.ts';
import { readingOf } from '../read/run-settings.ts';

/** Larger drops take longer to read than a function may. */
const mostBytes = 48 * 1024 * 1024;

/**
 * Whether a drop is stored and holds the record. `unknown` if it is too large to be searched: then its batches decide.
 * A file that cannot be read as a sheet is searched as text.
 */
export async function dropHolds(
  run: Run,
  record: NamedRecord,
  { drops, files }: { readonly drops: Pick<Files, 'stream' | 'about'>; readonly files: Pick<Files, 'get'> },
): Promise<boolean | 'unknown'> {
  if ((await drops.about(run)) === undefined) return false;
  if (run.bytes > mostBytes) return 'unknown';
  try {
    return await sheetHolds(run, record, { drops, files });
  } catch (error) {
    if (error instanceof ObjectNotFound) return false;
    if (error instanceof SheetError) return textHolds(run, record, drops);
    throw error;
  }
}

async function sheetHolds(
  run: Run,
  record: NamedRecord,
  { drops, files }: { readonly drops: Pick<Files, 'stream'>; readonly files: Pick<Files, 'get'> },
): Promise<boolean> {
  const reading = await readingOf(run, files);
  // Every row, also those above the header and those that are no data.
  const sheet = await openSheet(dropSource(run, drops), { ...reading, onProblem: () => undefined });
  for await (const rows of sheet.rows) for (const { cells } of rows) if (record.isIn(cells)) return true;
  return false;
}

async function textHolds(run: Run, record: NamedRecord, drops: Pick<Files, 'stream'>): Promise<boolean> {
  const parts: Uint8Array[] = [];
  for await (const chunk of drops.stream(run)) parts.push(chunk);
  const bytes = Buffer.concat(parts);
  return ['utf-8', 'utf-16le', 'windows-1252'].some((encoding) =>
    record.isIn(new TextDecoder(encoding).decode(bytes)),
  );
}
