import { memorySource, openSheet, SheetError, type Sheet } from '@sluice/sheets';
import { expect, test } from 'vitest';
import { bytesOf, peopleTables } from '../../../sheets/src/testing/people-tables.ts';
import { asDropped } from './result-columns.ts';
import { writeResultSheet } from './result-sheet.ts';

async function* failedIn(sheet: Sheet) {
  for await (const rows of sheet.rows)
    for (const { number: row } of rows) yield { row, status: 'failed', reason: 'Name is blank.' } as const;
}

async function resultOf(drop: Buffer): Promise<Buffer> {
  const open = () => openSheet(memorySource(drop));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeResultSheet({ sheet: await open(), outcomes: failedIn(await open()) }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Blank cells at the ends of rows are nothing. */
const filled = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

async function tableIn(bytes: Buffer) {
  const { facts, above, rows } = asDropped(await openSheet(memorySource(bytes)));
  const all = [];
  for await (const chunk of rows) all.push(...chunk);
  const [titles, table] = [above, all].map((some) =>
    some.map(({ number, cells }) => [number, ...filled(cells)]),
  );
  return { header: facts.header, headerRow: facts.headerRow, titles, table };
}

test('titles stay above the table, and the result sheet reads like the drop: files of people', async () => {
  let titled = 0;
  for (const file of peopleTables().filter((_, at) => at % 4 === 0)) {
    const drop = bytesOf(file);
    const before = await tableIn(drop).catch((error: unknown) => error);
    if (before instanceof SheetError) continue;
    expect(await tableIn(await resultOf(drop)), file.file).toEqual(before);
    if (before instanceof Object && 'titles' in before && before.titles !== undefined) titled += 1;
  }
  expect(titled).toBeGreaterThan(20);
});
