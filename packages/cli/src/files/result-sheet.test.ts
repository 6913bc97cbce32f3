import { expect, it } from 'vitest';
import { createXlsxWriter } from '@sluice/sheets/xlsx-writer';
import { readReasons } from './result-sheet.ts';

const header = ['E-mail', 'Status', 'Reason', 'Record id'];
const failed = ['x', 'failed', 'E-mail: an address', ''];
const rows = [
  { number: 2, cells: ['a@example.com', 'not attempted', '', ''] },
  { number: 4, cells: failed },
  { number: 5, cells: failed },
  { number: 6, cells: ['y', 'failed', 'Another', ''] },
];

function workbook(): Uint8Array {
  const writer = createXlsxWriter({ header });
  return Buffer.concat([writer.write(rows), writer.end()]);
}

it.each([
  [
    'CSV',
    Buffer.from(
      `${header.join()}\na@example.com,not attempted,,\n\n${failed.join()}\n${failed.join()}\ny,failed,Another,\n`,
    ),
  ],
  ['a workbook, which is read from its end', workbook()],
])('the reasons are read from a result sheet in %s', async (_, bytes) => {
  async function* stream() {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  }
  expect(await readReasons(stream(), 1)).toEqual({
    problems: [{ status: 'failed', reason: 'E-mail: an address', rows: 2, firstRows: [4, 5] }],
    problemsInAll: 3,
    notAttemptedFor: [],
    unknownFor: [],
  });
});
