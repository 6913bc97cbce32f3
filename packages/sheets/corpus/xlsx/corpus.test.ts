import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { failureOf, read } from '../../src/testing/sheets.ts';
import { cases } from './cases.ts';
import { fileOf, meaning } from './make.ts';

describe('each workbook of the corpus', () => {
  test.each(cases)('$name: $says', async ({ name, options, expected }) => {
    const bytes = await readFile(fileOf(`${name}.xlsx`));
    if ('error' in expected) {
      const error = await failureOf(bytes, options);
      expect(error).toMatchObject({ code: expected.error, row: expected.row, column: expected.column });
      expect(error.message).toContain(expected.message);
      expect(error.message).toContain('Expected: ');
      return;
    }
    const { facts, rows, error } = await read(bytes, options);
    expect(error).toBeUndefined();
    const { headerRow = 1, notes = [], skipped = [], header } = expected;
    expect({ ...facts }).toMatchObject({ format: 'xlsx', header, headerRow, notes, skipped });
    expect(rows).toEqual(expected.rows);
  });
});

test('the files are what their script makes, byte for byte', async () => {
  for (const each of cases) {
    expect((await readFile(fileOf(`${each.name}.xlsx`))).equals(each.bytes), each.name).toBe(true);
    expect(await readFile(fileOf(`${each.name}.json`), 'utf8'), each.name).toBe(await meaning(each));
  }
});
