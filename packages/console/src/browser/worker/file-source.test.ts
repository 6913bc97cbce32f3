import { expect, test } from 'vitest';
import { FileGone, fileSource, Superseded } from './file-source.ts';
import { giveBack } from './give-back.ts';

const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
const file = new Blob([bytes]);

async function chunksOf(
  chunks: AsyncIterable<Uint8Array>,
  isWanted: (count: number) => boolean = () => true,
) {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) {
    all.push(chunk);
    if (!isWanted(all.length)) break;
  }
  return all;
}

test('a part of a file is read in chunks of 64 KiB, each of which stays as it is', async () => {
  const chunks = await chunksOf(fileSource(file).stream({ start: 5, end: 299_000 }));
  expect(chunks.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 65_536, 36_851]);
  expect(Buffer.concat(chunks).equals(bytes.subarray(5, 299_000))).toBe(true);
});

test('a part that would end behind the file ends with it, and a blank file has no chunk', async () => {
  const chunks = await chunksOf(fileSource(file).stream({ start: 299_990, end: 400_000 }));
  expect(chunks.map(({ length }) => length)).toEqual([10]);
  expect(await chunksOf(fileSource(new Blob([])).stream())).toEqual([]);
});

test('a file is read again from its beginning, also if it was not read to its end', async () => {
  const source = fileSource(file);
  const [first] = await chunksOf(source.stream(), () => false);
  const again = await chunksOf(source.stream());
  expect(again[0]).toEqual(first);
  expect(again).toHaveLength(5);
});

test('a file is not read on after another was chosen', async () => {
  let isCurrent = true;
  const read = chunksOf(
    fileSource(file, () => isCurrent).stream(),
    (count) => (isCurrent = count < 2) || true,
  );
  await expect(read).rejects.toThrow(Superseded);
});

test('a file that cannot be read any more says so', async () => {
  const gone = Object.assign(new Blob(['abc']), {
    slice: () => Object.assign(new Blob([]), { arrayBuffer: () => Promise.reject(new Error('NotReadable')) }),
  });
  await expect(chunksOf(fileSource(gone).stream())).rejects.toThrow(FileGone);
});

test('what was read is freed at once, and its memory cannot be used any more', () => {
  const slice = new Uint8Array(10);
  giveBack(slice);
  expect(slice).toHaveLength(0);
});
