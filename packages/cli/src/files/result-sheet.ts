import { openSheet, sheetLimits, type SheetSource } from '@sluice/sheets';
import { spooledFile, fileSource } from './source-file.ts';

/** Rows that have the same status and reason, such as all of a batch. */
export interface RowsOfReason {
  readonly status: string;
  readonly reason: string;
  readonly rows: number;
  /** The numbers of the first ones, as in the spreadsheet. */
  readonly firstRows: readonly number[];
}

/** The rows that did not land, with the reasons. */
export interface Reasons {
  /** The first reasons, in order of their first rows. */
  readonly reasons: readonly RowsOfReason[];
  /** How many rows have other reasons. */
  readonly more: number;
}

const rowsNamed = 3;

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
  const reasons = new Map<string, RowsOfReason>();
  let more = 0;
  for await (const chunk of sheet.rows) {
    for (const { number, cells } of chunk) {
      const why = cells[reason] ?? '';
      if (why === '') continue;
      const of = cells[status] ?? '';
      const key = `${of} ${why}`;
      const { rows = 0, firstRows = [] } = reasons.get(key) ?? {};
      if (rows === 0 && reasons.size >= most) {
        more += 1;
        continue;
      }
      const first = firstRows.length < rowsNamed ? [...firstRows, number] : firstRows;
      reasons.set(key, { status: of, reason: why, rows: rows + 1, firstRows: first });
    }
  }
  return { reasons: [...reasons.values()], more };
}
