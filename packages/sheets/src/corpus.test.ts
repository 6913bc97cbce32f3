import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formats } from './open/formats.ts';
import { corpusFiles } from './testing/corpus.ts';
import { readBothWays, readingOf } from './testing/reading.ts';
import { failureOf } from './testing/sheets.ts';

const texts = corpusFiles('text');
const workbooks = [...corpusFiles('xlsx'), ...corpusFiles('ods')];

test('the corpus has its files, each with its expected reading', () => {
  expect(texts.length).toBeGreaterThan(50);
  expect(workbooks).toHaveLength(99);
});

test.each(Object.keys(formats))('%s is in the corpus, and in the list of formats for people', (format) => {
  const read = [...texts, ...workbooks].map(({ expected }) => expected.read);
  expect(read).toContainEqual(expect.objectContaining({ format }));
  const guide = readFileSync(new URL('../../../docs/reading.md', import.meta.url), 'utf8');
  expect(guide).toMatch(new RegExp(`^\\|.*\\(\`\\.${format}\`.*\\|`, 'mu'));
});

test.each(texts)('$name reads as expected: $expected.means', async ({ bytes, expected }) => {
  expect(await readBothWays(bytes)).toEqual({ full: expected.read, every: expected.everyRow });
});

test.each(workbooks)('$name reads as expected: $expected.means', async ({ bytes, expected }) => {
  const { options, read, message } = expected;
  expect(await readingOf([bytes], options)).toEqual(read);
  if (message === undefined) return;
  expect((await failureOf(bytes, options)).message).toContain(message);
});

/** Every third place, from another first one in each file. */
const step = 3;

test('a text cut in two all over, and byte by byte, reads like the whole (invariant 14)', async () => {
  for (const [index, { name, bytes }] of texts.entries()) {
    const whole = await readBothWays(bytes);
    for (let at = 1 + (index % step); at < bytes.length; at += step) {
      const cut = await readBothWays(bytes.subarray(0, at), bytes.subarray(at));
      expect(cut, `${name} at ${at}`).toEqual(whole);
    }
    expect(await readBothWays(...[...bytes].map((byte) => Buffer.from([byte]))), name).toEqual(whole);
  }
}, 120_000);
