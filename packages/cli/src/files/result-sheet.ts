import type { RowReasons, RowsOfReason } from '@sluice/answers/run';
import { openSheet, sheetLimits, type SheetSource } from '@sluice/sheets';
import { spooledFile, fileSource } from './source-file.ts';

/** Rows that have the same status and reason, such as all of a batch. */
interface SameReason extends RowsOfReason {
  readonly status: string;
}

const rowsNamed = 3;

/** The first reasons in a result sheet, in order of their first rows. */
export async function readReasons(bytes: AsyncIterable<Uint8Array>, most: number): Promise<RowReasons> {
  const file = await spooledFile(bytes, 'result');
  try {
    return await reasonsIn(fileSource(file), most);
  } finally {
    await file.leave();
  }
}

async function reasonsIn(source: SheetSource, most: number): Promise<RowReasons> {
  // It is a table as a whole, also where its rows look like totals or like another table.
  const sheet = await openSheet(source, { totals: 'keep', lastRow: sheetLimits.rows });
  const status = sheet.facts.header.lastIndexOf('Status');
  const reason = sheet.facts.header.lastIndexOf('Reason');
  const reasons = new Map<string, SameReason>();
  let problemsInAll = 0;
  for await (const chunk of sheet.rows) {
    for (const { number, cells } of chunk) {
      const why = cells[reason] ?? '';
      if (why === '') continue;
      const of = cells[status] ?? '';
      const key = `${of} ${why}`;
      const { rows = 0, firstRows = [] } = reasons.get(key) ?? {};
      if (of === 'failed') problemsInAll += 1;
      if (rows === 0 && reasons.size >= most) continue;
      const first = firstRows.length < rowsNamed ? [...firstRows, number] : firstRows;
      reasons.set(key, { status: of, reason: why, rows: rows + 1, firstRows: first });
    }
  }
  const of = (wanted: string) => [...reasons.values()].filter((one) => one.status === wanted);
  return {
    problems: of('failed'),
    problemsInAll,
    notAttemptedFor: of('not attempted'),
    unknownFor: of('unknown'),
  };
}
