import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSheet } from '../open/open-sheet.ts';
import { failureOf, readAll, sourceOf } from '../testing/sheets.ts';

test('a bomb reaches the limit of bytes, not the limit of memory', async () => {
  const bomb = gzipSync(`a,b\n${'1,2\n'.repeat(5_000_000)}`);
  expect(bomb.length).toBeLessThan(30_000);
  expect(await failureOf(bomb, { limits: { fileBytes: 1_000_000 } })).toMatchObject({
    code: 'file_too_large',
  });
});

test('a file that is cut off gives the rows before the cut, and the number of the row after them', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => `${at},${(at * 7919) % 10_007}`);
  const whole = gzipSync(`a,b\n${rows.join('\n')}\n`);
  const cut = whole.subarray(0, whole.length - 2000);
  const { rows: read, error } = await readAll([cut]);
  expect(read.length).toBeGreaterThan(20_000);
  expect(error).toMatchObject({ code: 'broken_gzip', row: read.length + 2 });
  expect(await readAll([cut.subarray(0, 7), cut.subarray(7, 900), cut.subarray(900)])).toEqual({
    facts: expect.anything(),
    rows: read,
    error,
  });
});

test('leaving the rows closes the file', async () => {
  const packed = gzipSync(`a,b\n${'1,2\n'.repeat(1_250_000)}`);
  const { rows, facts } = await openSheet(sourceOf(packed));
  for await (const chunk of rows) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect(facts.compression).toBe('gzip');
});
