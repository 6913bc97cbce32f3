import { deflateRawSync } from 'node:zlib';
import { reasonOf } from '@sluice/contract';
import { expect, test } from 'vitest';
import { listCharacters, mostCharacters } from './format.ts';
import { openRowBlocks } from './read-row-blocks.ts';
import { writeRowBlocks, type EndedRow } from './write-row-blocks.ts';

const failedEvery = 100;

const rowOf = (at: number): EndedRow => ({
  number: at + 2,
  cells: [`Person ${at}`, `person-${at}@example.com`],
  outcome:
    at % failedEvery === 7
      ? { status: 'failed', reasons: [{ ...reasonOf('not_email'), name: 'E-mail', value: `bad ${at}` }] }
      : { status: 'created', recordId: `id-${at}` },
});

async function* chunks(rows: number, row: typeof rowOf) {
  for (let at = 0; at < rows; at += 1000)
    yield Array.from({ length: Math.min(1000, rows - at) }, (_, index) => row(at + index));
}

async function written(rows: number, row = rowOf) {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeRowBlocks(['Name', 'E-mail'], chunks(rows, row), deflateRawSync))
    pieces.push(piece);
  const object = Buffer.concat(pieces);
  const asked: number[] = [];
  const read = async (start: number, end: number) => {
    asked.push(end - start);
    return new Uint8Array(object.subarray(start, end));
  };
  return { object, asked, blocks: await openRowBlocks(read, object.length) };
}

test('every row is read again by its place, with its status and reasons', async () => {
  const { blocks } = await written(3000);
  expect(blocks.rows).toBe(3000);
  expect(blocks.header).toEqual(['Name', 'E-mail']);
  const rows = await blocks.at(Array.from({ length: 3000 }, (_, at) => at));
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 3000 }, (_, at) => at + 2));
  expect(rows[7]).toMatchObject({ status: 'failed', reasons: [{ code: 'not_email', value: 'bad 7' }] });
  expect(rows[8]).toMatchObject({ status: 'created', recordId: 'id-8' });
});

test('rows are found by status and by reason', async () => {
  const { blocks } = await written(3000);
  expect(blocks.classes.map(({ status, rows }) => [status, rows])).toEqual([
    ['created', 2970],
    ['failed', 30],
  ]);
  const failed = blocks.placesOf(({ reasons }) => reasons.some(({ code }) => code === 'not_email'));
  expect(failed.slice(0, 3)).toEqual([7, 107, 207]);
  expect(failed).toHaveLength(30);
});

test('any row of many needs two small ranges', async () => {
  const { blocks, asked, object } = await written(50_000);
  await blocks.at([49_990]);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toBeLessThan(object.length / 50);
  expect(object.length).toBeLessThan(50_000 * 20);
});

test('a long cell is in its row in part, and whole in a list behind its block, which a grid does not read', async () => {
  const long = (at: number) => `${at} ${'x'.repeat(listCharacters / 2)} end`;
  const isLong = (at: number) => at >= 300 && at < 305;
  const { blocks, asked } = await written(3000, (at) =>
    isLong(at) ? { ...rowOf(at), cells: [`Person ${at}`, long(at)] } : rowOf(at),
  );
  const [row] = await blocks.at([300]);
  expect(row?.cells).toEqual(['Person 300', `${long(300).slice(0, mostCharacters)}…`]);
  expect((await blocks.at([2999]))[0]?.row).toBe(3001);
  const read = asked.length;

  const lists: unknown[][] = [];
  for (let block = 0; block < blocks.blocks; block += 1)
    for await (const list of blocks.lists(block)) lists.push(JSON.parse(Buffer.from(list).toString()));
  const [rows, cells] = [
    lists.filter(([one]) => typeof one === 'object'),
    lists.filter(([one]) => typeof one === 'string'),
  ];
  expect(rows.map(({ length }) => length)).toEqual([...Array.from({ length: 11 }, () => 256), 184]);
  expect(cells).toEqual([[long(300), long(301)], [long(302), long(303)], [long(304)]]);
  expect(read).toBeLessThan(4);
});

test('an object without rows, and one of another kind', async () => {
  const { blocks } = await written(0);
  expect(blocks.rows).toBe(0);
  expect(await blocks.at([0]).catch(() => 'none')).toEqual('none');
  const other = new Uint8Array(100);
  await expect(openRowBlocks(async (start, end) => other.slice(start, end), 100)).rejects.toThrow(
    'another format',
  );
});
