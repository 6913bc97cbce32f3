import { expect, test } from 'vitest';
import { jsonBatches, type JsonBatch } from './json-batches.ts';
import { sourceOf, type Source } from './testing/sheets.ts';

async function batchesOf(source: Source, bounds = { records: 500, bytes: 256 * 1024 }): Promise<JsonBatch[]> {
  const batches: JsonBatch[] = [];
  for await (const batch of jsonBatches(sourceOf(source), bounds))
    batches.push({ ...batch, json: Buffer.from(batch.json) });
  return batches;
}

const parsed = (batches: readonly JsonBatch[]): unknown[] =>
  batches.flatMap(({ json }) => JSON.parse(json.toString()) as unknown[]);

const text = 'Name,Größe\nZoë,"a ""b""\n\u0001"\n\n\u00a0,\n李伟,😀\nAnn,x,y\n';
const records = [
  { row: 2, data: { Name: 'Zoë', Größe: 'a "b"\n\u0001' } },
  { row: 5, data: { Name: '李伟', Größe: '😀' } },
  { row: 6, data: { Name: 'Ann', Größe: 'x' }, more: ['y'] },
];

test('rows become JSON with their numbers, the same from every encoding', async () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    expect(parsed(await batchesOf(Buffer.from(`\ufeff${text}`, encoding)))).toEqual(records);
  }
  const legacy = await batchesOf(Buffer.from('Name,Größe\nZoë,é\nAnn,è\n', 'latin1'));
  expect(parsed(legacy)[0]).toEqual({ row: 2, data: { Name: 'Zoë', Größe: 'é' } });
});

test('batches keep their bounds, whatever escapes add', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `${at},"${'\u0001'.repeat(at % 50)}"`);
  const batches = await batchesOf(`a,b\n${rows.join('\n')}`, { records: 40, bytes: 1000 });
  expect(parsed(batches)).toHaveLength(300);
  for (const { json, records: count } of batches) {
    expect(count).toBeLessThanOrEqual(40);
    expect(json.length <= 1000 || count === 1).toBe(true);
  }
  expect(batches.map(({ firstRow }) => firstRow)).toEqual([
    2,
    ...batches.slice(0, -1).map(({ lastRow }) => lastRow + 1),
  ]);
});

test('two columns of one name are refused, and so is one that is no key', async () => {
  await expect(batchesOf('a,b,a\n1,2,3\n')).rejects.toMatchObject({ code: 'header', column: 3 });
  await expect(batchesOf('__proto__,b\n1,2\n')).rejects.toMatchObject({ code: 'header', column: 1 });
});
