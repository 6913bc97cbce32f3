import { openSheet, sheetLimits, type SheetSource } from '@sluice/sheets';
import { spooledFile, fileSource } from './source-file.ts';

export interface RowReason {
  /** As in the spreadsheet. */
  readonly row: number;
  readonly status: string;
  readonly reason: string;
}

/** The rows that did not land, with the reasons. */
export interface Reasons {
  /** The first ones, in order. */
  readonly rows: readonly RowReason[];
  /** How many others there are. */
  readonly more: number;
}

/** The rows of a result sheet that have a reason. */
export async function readReasons(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Reasons> {
  const file = await spooledFile(bytes, 'result');
  try {
    return await reasonsIn(fileSource(file), most);
  } finally {
    await file.leave();
  }
}

async function reasonsIn(source: SheetSource, most: number): Promise<Reasons> {
  // It is a table as a whole, also where its rows look like totals or like another table.
  const sheet = await openSheet(source, { totals: 'keep', lastRow: sheetLimits.rows });
  const status = sheet.facts.header.lastIndexOf('Status');
  const reason = sheet.facts.header.lastIndexOf('Reason');
  const rows: RowReason[] = [];
  let more = 0;
  for await (const chunk of sheet.rows) {
    for (const { number, cells } of chunk) {
      const why = cells[reason] ?? '';
      if (why === '') continue;
      if (rows.length < most) rows.push({ row: number, status: cells[status] ?? '', reason: why });
      else more += 1;
    }
  }
  return { rows, more };
}
