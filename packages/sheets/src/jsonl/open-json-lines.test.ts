import { describe, expect, test } from 'vitest';
import { failureOf, read, readAll } from '../testing/sheets.ts';

describe('the columns of JSON lines', () => {
  test('are the keys of the first thousand lines; a later one is refused with row and key', async () => {
    const lines = (count: number) => '{"a":1}\n'.repeat(count);
    expect((await read(`${lines(999)}{"b":2}\n`)).facts.header).toEqual(['a', 'b']);
    const { rows, error } = await readAll([`${lines(1000)}{"b":2}\n`]);
    expect(rows).toHaveLength(1000);
    expect(error).toMatchObject({ code: 'late_key', row: 1001 });
    expect(error?.message).toContain('"b"');
  });

  test('come from the first line, even if it is longer than a block', async () => {
    const { facts, rows } = await read(`{"long":"${'x'.repeat(100_000)}","b":"2"}\n{"b":"3"}\n`);
    expect(facts.header).toEqual(['long', 'b']);
    expect(rows.at(-1)).toEqual([2, '', '3']);
  });
});

test('half of a character becomes U+FFFD, in keys and in values', async () => {
  const { facts, rows } = await read('{"a\\ud800b":"c\\udc00","d":"\\ud83d\\ude00"}\n');
  expect(facts.header).toEqual(['a\ufffdb', 'd']);
  expect(rows).toEqual([[1, 'c\ufffd', '\u{1f600}']]);
});

test('a line without an end is limited', async () => {
  const error = await failureOf(`{"a":"${'x'.repeat(500)}`, {
    limits: { rowCharacters: 100, blockBytes: 64 },
  });
  expect(error).toMatchObject({ code: 'endless_row', row: 1 });
});

test('a message contains the key, but no value', async () => {
  for (const line of ['{"a":["secret"]}', '{"a":"secret"', '{"a":"secret","a":1}']) {
    const error = await failureOf(`{"a":1}\n${line}\n`);
    expect(error.row).toBe(2);
    expect(error.message).not.toContain('secret');
  }
});
