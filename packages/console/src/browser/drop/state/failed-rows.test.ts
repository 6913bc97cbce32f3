import { noEdits } from '../../worker/edits.ts';
import { deflateRawSync } from 'node:zlib';
import { openRowBlocks } from '@sluice/import-plan/read-row-blocks';
import { writeRowBlocks } from '@sluice/import-plan/write-row-blocks';
import { expect, test } from 'vitest';
import { correctedSource, failedGroups, hasFailed, notLanded } from './failed-rows.ts';

const notEmail = { code: 'not_email', name: 'E-mail', value: 'bad', says: '' } as const;
const rows = [
  { number: 2, cells: ['Ann', 'ann@example.com'], outcome: { status: 'created' } },
  { number: 3, cells: ['Bob', 'bad'], outcome: { status: 'failed', reasons: [notEmail] } },
  { number: 5, cells: ['Eve', 'bad'], outcome: { status: 'failed', reasons: [notEmail] } },
  { number: 6, cells: ['Gil', 'gil@example.com'], outcome: { status: 'not attempted' } },
] as const;

async function packed() {
  async function* all() {
    yield rows;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeRowBlocks(['Name', 'E-mail'], all(), deflateRawSync)) pieces.push(piece);
  const bytes = new Uint8Array(Buffer.concat(pieces));
  return openRowBlocks(async (from, to) => bytes.slice(from, to), bytes.length);
}

test('failed rows are grouped by reason, and those are sent again that have not landed', async () => {
  const blocks = await packed();
  const groups = failedGroups(blocks.classes);
  expect(groups).toMatchObject([{ code: 'not_email', name: 'E-mail', rows: 2 }]);
  expect(blocks.placesOf(hasFailed(groups[0]))).toEqual([1, 2]);
  expect([...(await notLanded(blocks))]).toEqual([3, 5, 6]);
});

test('a corrected row shows its new cells, and what is wrong with them', async () => {
  const blocks = await packed();
  const edits = { ...noEdits, cells: new Map([[3, new Map([[1, 'bob']])]]) };
  const problems = async (numbers: readonly number[]) =>
    numbers.map(() => [{ ...notEmail, text: 'Still no address.' }]);
  const source = correctedSource(blocks, [1, 2], { edits, problems });
  expect(await source.rows(0, 2)).toMatchObject([
    { number: 3, cells: ['Bob', 'bob'], status: 'wrong', reasons: ['Still no address.'] },
    { number: 5, cells: ['Eve', 'bad'], status: 'failed' },
  ]);
  const unchecked = correctedSource(blocks, [1], { edits, problems: undefined });
  expect(await unchecked.rows(0, 1)).toMatchObject([{ status: 'changed', reasons: [] }]);
});
