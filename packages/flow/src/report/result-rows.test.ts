import { writeResultSheet, type RowOutcome } from '@sluice/import-plan';
import { openRowBlocks } from '@sluice/import-plan/read-row-blocks';
import { memorySource, openSheet } from '@sluice/sheets';
import { expect, it } from 'vitest';
import { dropFormats } from '../../../import-plan/src/testing/drops.ts';
import { withResultRows } from './result-rows.ts';

const rowCount = 20_000;
const drop = Buffer.from(
  ['Name,E-mail', ...Array.from({ length: rowCount }, (_, at) => `P ${at},p${at}@example.com`), ''].join(
    '\n',
  ),
);
const otherwise = { status: 'not attempted' } as const;

async function* outcomes(): AsyncGenerator<RowOutcome> {
  for (let row = 2; row < rowCount; row += 2) yield { row, status: 'created', recordId: `id-${row}` };
}

async function bytesOf(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

it('packs the rows of the result sheet while it is written, and changes nothing of it', async () => {
  const { rows, end, leave, ...seen } = withResultRows(
    await openSheet(memorySource(drop)),
    outcomes(),
    otherwise,
  );
  const [sheet, packed] = await Promise.all([
    bytesOf(writeResultSheet({ ...seen, otherwise })).finally(end),
    bytesOf(rows).finally(leave),
  ]);
  const alone = { sheet: await openSheet(memorySource(drop)), outcomes: outcomes(), otherwise };
  expect(sheet.equals(await bytesOf(writeResultSheet(alone)))).toBe(true);
  const blocks = await openRowBlocks(
    async (from, to) => new Uint8Array(packed.subarray(from, to)),
    packed.length,
  );
  expect(blocks.rows).toBe(rowCount);
  expect(await blocks.at([0, rowCount - 1])).toEqual([
    { row: 2, cells: ['P 0', 'p0@example.com'], status: 'created', recordId: 'id-2' },
    {
      row: rowCount + 1,
      cells: [`P ${rowCount - 1}`, `p${rowCount - 1}@example.com`],
      status: 'not attempted',
    },
  ]);
});

it('packs a result sheet that was dropped again without the columns that it had', async () => {
  const again = Buffer.from(
    "Name,E-mail,Status,Reason,Record id,Reason code\n'=P,p@example.com,failed,no,,\n",
  );
  const { rows, end, leave, ...seen } = withResultRows(
    await openSheet(memorySource(again)),
    outcomes(),
    otherwise,
  );
  const [, packed] = await Promise.all([
    bytesOf(writeResultSheet({ ...seen, otherwise })).finally(end),
    bytesOf(rows).finally(leave),
  ]);
  const blocks = await openRowBlocks(
    async (from, to) => new Uint8Array(packed.subarray(from, to)),
    packed.length,
  );
  expect(blocks.header).toEqual(['Name', 'E-mail']);
  expect((await blocks.at([0]))[0]?.cells).toEqual(['=P', 'p@example.com']);
});

it('packs all rows of a workbook, of which a copy asks for no row behind the last one', async () => {
  const cells = [
    ['P', 'p@example.com'],
    ['Q', 'q@example.com'],
  ];
  const book = dropFormats.xlsx.write(['Name', 'E-mail'], cells);
  const { rows, end, leave, ...seen } = withResultRows(
    await openSheet(memorySource(book)),
    outcomes(),
    otherwise,
  );
  const [, packed] = await Promise.all([
    bytesOf(writeResultSheet({ ...seen, otherwise })).finally(end),
    bytesOf(rows).finally(leave),
  ]);
  const read = async (from: number, to: number) => new Uint8Array(packed.subarray(from, to));
  const blocks = await openRowBlocks(read, packed.length);
  expect((await blocks.at([0, 1])).map((row) => row.cells)).toEqual(cells);
});

it('leaves the sheet whole when its rows cannot be kept', async () => {
  const { rows, end, leave, ...seen } = withResultRows(
    await openSheet(memorySource(drop)),
    outcomes(),
    otherwise,
  );
  void rows.next();
  leave();
  const text = (await bytesOf(writeResultSheet({ ...seen, otherwise })).finally(end)).toString('utf8');
  expect(text.split('\n')).toHaveLength(rowCount + 2);
});

it('ends the rows when the sheet cannot be written', async () => {
  const { rows, end } = withResultRows(await openSheet(memorySource(drop)), outcomes(), otherwise);
  end();
  expect((await bytesOf(rows)).length).toBeGreaterThan(0);
});
